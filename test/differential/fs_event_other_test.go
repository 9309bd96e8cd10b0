//go:build unix && !linux

package differential

// Without inotify the loop watches no files yet.
func fsEventScenarios() []scenario {
	const why = "loop watches files on Linux only"
	return []scenario{{name: "fs_event_dir", skip: why}, {name: "fs_event_file", skip: why}}
}
