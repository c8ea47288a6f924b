#include "certs/certificates.hpp"
