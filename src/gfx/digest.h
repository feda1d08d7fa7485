/* A quick 64-bit hash, to tell whether something looks as it did a frame ago: eight bytes a step, multiplied by the
 * golden ratio's digits. By chance one in 2^64 differing things would be taken for the same. */
#ifndef GFX_DIGEST_H
#define GFX_DIGEST_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint64_t digest_mix(uint64_t hash, uint64_t value) {
    hash = (hash ^ value) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 32;
}

/* Four independent sums, so that the processor need not wait for each product. */
static inline uint64_t digest_bytes(const void *bytes, size_t size) {
    enum { SUMS = 4 };
    const unsigned char *at = bytes;
    uint64_t sum[SUMS] = {1, 2, 3, 4}, word[SUMS], hash = size;
    for (; size >= sizeof word; at += sizeof word, size -= sizeof word) {
        memcpy(word, at, sizeof word);
        for (int i = 0; i < SUMS; i++)
            sum[i] = digest_mix(sum[i], word[i]);
    }
    for (; size > 0; at++, size--)
        hash = digest_mix(hash, *at);
    for (int i = 0; i < SUMS; i++)
        hash = digest_mix(hash, sum[i]);
    return hash;
}

#endif
