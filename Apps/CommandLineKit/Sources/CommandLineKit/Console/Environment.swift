/// The environment's variables, the process's own or a test's.
public struct Environment: Sendable {
    private let lookup: @Sendable (String) -> String?

    /// The variables given and no others.
    public init(_ variables: [String: String] = [:]) {
        lookup = { variables[$0] }
    }

    private init(lookup: @escaping @Sendable (String) -> String?) {
        self.lookup = lookup
    }

    /// The process's environment.
    public static let process = Environment(lookup: { System.environmentVariable($0) })

    /// A variable's value; nil if it is not set, or set to nothing.
    public subscript(name: String) -> String? {
        lookup(name).flatMap { $0.isEmpty ? nil : $0 }
    }
}
