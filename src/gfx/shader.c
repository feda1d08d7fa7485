/* Compiles the shaders under either dialect: the loader writes the #version line (and, for OpenGL ES, the
 * precision), then "#line 1", so that the driver's line numbers are those of the file. */
#include "gfx/shader.h"

#include <epoxy/gl.h>
#include <stdio.h>
#include <string.h>

static const char HEAD_CORE[] = "#version 330 core\n#line 1\n";
static const char HEAD_ES[] = "#version 300 es\nprecision highp float;\nprecision highp int;\n#line 1\n";

/* Drivers write "0:12(5): error" or "0(12) : error": the line, or 0. */
static int line_in_log(const char *log) {
    for (const char *at = strchr(log, '0'); at; at = strchr(at + 1, '0')) {
        int line;
        if (sscanf(at, "0:%d", &line) == 1 || sscanf(at, "0(%d)", &line) == 1)
            return line;
    }
    return 0;
}

static void report(const char *name, char *log, char *error, size_t room) {
    log[strcspn(log, "\r\n")] = '\0';
    int line = line_in_log(log);
    if (line > 0)
        snprintf(error, room, "shader %s:%d: %s", name, line, log);
    else
        snprintf(error, room, "shader %s: %s", name, log);
}

static GLuint compile(const ShaderSources *sources, const char *program, GLenum kind, bool es, char *error,
                      size_t room) {
    char name[64], log[512] = "unknown error";
    snprintf(name, sizeof name, "%s.%s", program, kind == GL_VERTEX_SHADER ? "vert" : "frag");
    const char *text = sources->source(sources->owner, name);
    if (!text) {
        snprintf(error, room, "shader %s is missing", name);
        return 0;
    }
    GLuint shader = glCreateShader(kind);
    GLint done = GL_FALSE;
    glShaderSource(shader, 2, (const char *[]){es ? HEAD_ES : HEAD_CORE, text}, NULL);
    glCompileShader(shader);
    glGetShaderiv(shader, GL_COMPILE_STATUS, &done);
    if (done)
        return shader;
    glGetShaderInfoLog(shader, sizeof log, NULL, log);
    report(name, log, error, room);
    glDeleteShader(shader);
    return 0;
}

static GLuint link_program(const char *name, GLuint vertex, GLuint fragment, char *error, size_t room) {
    char log[512] = "cannot be linked";
    GLuint program = glCreateProgram();
    GLint done = GL_FALSE;
    glAttachShader(program, vertex);
    glAttachShader(program, fragment);
    glLinkProgram(program);
    glGetProgramiv(program, GL_LINK_STATUS, &done);
    if (done)
        return program;
    glGetProgramInfoLog(program, sizeof log, NULL, log);
    report(name, log, error, room);
    glDeleteProgram(program);
    return 0;
}

unsigned shader_program(const ShaderSources *sources, const char *name, bool es, char *error, size_t room) {
    GLuint vertex = compile(sources, name, GL_VERTEX_SHADER, es, error, room);
    GLuint fragment = vertex ? compile(sources, name, GL_FRAGMENT_SHADER, es, error, room) : 0;
    GLuint program = fragment ? link_program(name, vertex, fragment, error, room) : 0;
    glDeleteShader(vertex);
    glDeleteShader(fragment);
    return program;
}
