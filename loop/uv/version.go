package uv

// The release of libuv that is followed.
const (
	versionMajor = 1
	versionMinor = 52
	versionPatch = 0
)

// Version is the release of libuv that is followed, a byte each for major, minor
// and patch. libuv: uv_version.
func Version() uint32 { return versionMajor<<16 | versionMinor<<8 | versionPatch }

// VersionString is Version as "1.52.0". libuv: uv_version_string.
func VersionString() string { return "1.52.0" }
