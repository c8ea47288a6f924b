# One alias per library; versions are those of Debian 12.
find_package(Threads REQUIRED)
find_package(PkgConfig REQUIRED)

pkg_check_modules(yaml REQUIRED yaml-0.1)
pkg_check_modules(re2 REQUIRED re2)

function(gpulint_dependency name)
  cmake_parse_arguments(arg "" "" "LIBRARIES" ${ARGN})
  add_library(gpulint_dependency_${name} INTERFACE)
  target_link_libraries(gpulint_dependency_${name} INTERFACE ${arg_LIBRARIES})
  add_library(dependency::${name} ALIAS gpulint_dependency_${name})
endfunction()

# Archives are linked whole into static binaries by name; shared builds (sanitizers) take the same archives.
find_library(GPULINT_YAML NAMES libyaml.a yaml REQUIRED)
find_library(GPULINT_RE2 NAMES libre2.a re2 REQUIRED)
gpulint_dependency(yaml LIBRARIES ${GPULINT_YAML})
gpulint_dependency(re2 LIBRARIES ${GPULINT_RE2} Threads::Threads)

find_package(nlohmann_json REQUIRED)
gpulint_dependency(json LIBRARIES nlohmann_json::nlohmann_json)

find_package(CLI11 REQUIRED)
gpulint_dependency(cli11 LIBRARIES CLI11::CLI11)

# Boost.Asio and Boost.Beast are headers only; Boost.JSON is an archive.
find_package(Boost 1.81 REQUIRED)
find_package(OpenSSL 3 REQUIRED)
find_library(GPULINT_BOOST_JSON NAMES libboost_json.a boost_json REQUIRED)
gpulint_dependency(boost_json LIBRARIES ${GPULINT_BOOST_JSON} Boost::headers)
gpulint_dependency(beast LIBRARIES Boost::headers OpenSSL::SSL Threads::Threads)
gpulint_dependency(openssl LIBRARIES OpenSSL::SSL OpenSSL::Crypto)

pkg_check_modules(httplib REQUIRED IMPORTED_TARGET cpp-httplib)
gpulint_dependency(httplib LIBRARIES PkgConfig::httplib)

find_package(spdlog REQUIRED)
gpulint_dependency(spdlog LIBRARIES spdlog::spdlog_header_only)
