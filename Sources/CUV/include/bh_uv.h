#ifndef BH_UV_H
#define BH_UV_H
#include <uv.h>
#endif
