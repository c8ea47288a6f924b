// What nearly every file of rules/ includes; only for the build's speed, never included by hand.
#pragma once

#include "rules/engine/rule.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>
