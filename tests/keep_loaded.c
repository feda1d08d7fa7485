/* Preloaded by ./dev test under the leak sanitizer: libraries stay loaded to the end, so that what a graphics driver
 * forgot to free still has a module's name when leaks are listed, and tests/lsan.supp can tell it from ours. */
int dlclose(void *handle);

int dlclose(void *handle) {
    (void)handle;
    return 0;
}
