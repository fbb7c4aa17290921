internal import CLinux
internal import Synchronization

/// Keeps a process's writes below one directory, as the system's sandbox does on a phone.
enum WriteConfinement {
    private static let confined = Atomic(false)

    /// Whether the kernel enforces it.
    static var isConfined: Bool { confined.load(ordering: .relaxed) }

    /// Confines the calling thread and those it starts from now on; does nothing where the kernel has no Landlock.
    static func confine(to directory: String) {
        confined.store(unsafe buzz_confine_writes(directory) == 0, ordering: .relaxed)
    }
}
