/// Whose certificates a transport believes.
///
/// There is no way to switch verification off.
public enum TLSTrust: Sendable, Equatable {
    /// The system's authorities.
    case system
    /// These authorities and no others, as PEM text.
    case pem(String)
}

/// The certificate with which a client identifies itself.
///
/// The key never reaches a description.
public struct ClientCertificate: Sendable, Equatable, CustomStringConvertible {
    /// The certificate and what leads to its root, as PEM text.
    public let certificate: String
    /// The private key as PEM text, not encrypted: an encrypted one is refused with ``HTTPError/tls(host:reason:)``.
    public let key: String

    /// Pairs a certificate with its key; both are read when a connection is made.
    public init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }

    /// Never the key.
    public var description: String { "ClientCertificate(…)" }
}
