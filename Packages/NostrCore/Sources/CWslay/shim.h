#ifndef BUZZ_CWSLAY_SHIM_H
#define BUZZ_CWSLAY_SHIM_H

#include <wslay/wslay.h>

#endif
