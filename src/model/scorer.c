/* The scorer's side of a scene: its feature maps and its parameter vector. */
#include "model/scene.h"

#include "model/vector.h"

#include <math.h>

FeatureMap scene_feature(const Scene *scene, bool key) {
    const Params *p = &scene->params;
    int kind = key && p->key_features ? p->key_features - 1 : p->features;
    FeatureMap map = feature_map(kind, scene->x0, scene->x1, key);
    map.d = (size_t)p->dimension;
    map.base = p->base;
    map.seed = (uint64_t)p->head_seed;
    return map;
}

ScoreModel scene_scorer(const Scene *scene) {
    return (ScoreModel){.scorer = scene->params.scorer,
                        .query = scene_feature(scene, false),
                        .key = scene_feature(scene, true),
                        .hidden = (size_t)scene->params.hidden,
                        .parameters = scene->score.at};
}

ScoreLayout scene_layout(const Scene *scene) {
    ScoreModel model = scene_scorer(scene);
    return score_layout(&model, scene->points.n);
}

bool scene_reset_score(Scene *scene) {
    ScoreModel model = scene_scorer(scene);
    ScoreLayout layout = score_layout(&model, scene->points.n);
    if (!vector_reserve(&scene->score, layout.length))
        return false;
    score_defaults(&model, scene->points.x, scene->points.n, scene->params.w, scene->score.at);
    scene->score.length = layout.length;
    if (scene->params.scorer == SCORER_COSINE) {
        double beta = scene->score.at[0]; /* beyond any use on data wider than doubles like */
        scene->params.beta = isfinite(beta) ? fmin(fmax(beta, -1e9), 1e9) : 1;
    }
    scene_score_from_params(scene);
    return true;
}

void scene_score_from_params(Scene *scene) {
    Vector *score = &scene->score;
    if (score->length == 0)
        return;
    if (scene->params.scorer == SCORER_DISTANCE)
        score->at[0] = scene->params.w;
    if (scene->params.scorer == SCORER_COSINE)
        score->at[0] = scene->params.beta;
    score->at[score->length - 1] = scene->params.temperature;
}

void scene_params_from_score(Scene *scene) {
    const Vector *score = &scene->score;
    if (score->length == 0)
        return;
    if (scene->params.scorer == SCORER_DISTANCE) {
        scene->params.w = score->at[0];
        scene->params.h = score->at[0] == 0 ? INFINITY : 1 / fabs(score->at[0]);
    }
    if (scene->params.scorer == SCORER_COSINE)
        scene->params.beta = score->at[0];
    scene->params.temperature = score->at[score->length - 1];
}
