// The only file of this target that touches the system's pointers (threads).

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A system thread with a small stack, for a loop that blocks and so must stay off the Swift thread pool.
package enum LoopThread {
    /// Ample: the tests of this target, TLS included, also pass with 32 KiB.
    private static let stackBytes = 256 << 10

    private final class Body {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Runs a closure on a new, detached thread; false if the system has none to give.
    package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        // Allocated and not declared: their initialisers belong to whichever C module the compiler read first.
        let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
        defer { unsafe attributes.deallocate() }
        guard unsafe pthread_attr_init(attributes) == 0 else { return false }
        defer { _ = unsafe pthread_attr_destroy(attributes) }
        guard unsafe pthread_attr_setstacksize(attributes, stackBytes) == 0,
            unsafe pthread_attr_setdetachstate(attributes, CInt(PTHREAD_CREATE_DETACHED)) == 0
        else { return false }
        let context = unsafe Unmanaged.passRetained(Body(body))
        var thread = pthread_t()
        let status = unsafe pthread_create(
            &thread, attributes,
            { context in
                guard let context = unsafe context else { return nil }
                unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
                return nil
            }, context.toOpaque())
        guard status == 0 else {
            unsafe context.release()
            return false
        }
        return true
    }
}
