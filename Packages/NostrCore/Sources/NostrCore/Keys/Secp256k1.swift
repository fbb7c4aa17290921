// The only file that touches libsecp256k1's pointers.

internal import CSecp256k1

/// BIP-340 over libsecp256k1, in values.
enum Secp256k1 {
    /// A public key in the library's own form, ready for verification.
    struct ParsedKey {
        fileprivate var raw: secp256k1_xonly_pubkey
    }

    /// The key with this x coordinate, or nil if no point of the curve has it.
    static func parse(_ bytes: Bytes32) -> ParsedKey? {
        var raw = secp256k1_xonly_pubkey()
        let input = bytes.inMemoryOrder
        let status = unsafe input.span.bytes.withUnsafeBytes { buffer in
            guard let address = unsafe buffer.baseAddress?.assumingMemoryBound(to: UInt8.self) else {
                return Int32(0)
            }
            return unsafe secp256k1_xonly_pubkey_parse(buzz_secp256k1_static_context(), &raw, address)
        }
        return status == 1 ? ParsedKey(raw: raw) : nil
    }

    /// Whether the signature is the key's over the 32-byte message.
    static func verify(_ signature: Signature, message: Bytes32, key: ParsedKey) -> Bool {
        let words = message.inMemoryOrder
        return unsafe verify(signature, message: words.span.bytes, key: key)
    }

    /// Whether the signature is the key's over a message of any length, as BIP-340's later vectors need.
    static func verify(_ signature: Signature, message: [UInt8], key: ParsedKey) -> Bool {
        unsafe verify(signature, message: message.span.bytes, key: key)
    }

    private static func verify(_ signature: Signature, message: RawSpan, key: ParsedKey) -> Bool {
        let signatureWords = signature.inMemoryOrder
        var raw = key.raw
        return unsafe signatureWords.span.bytes.withUnsafeBytes { signatureBuffer in
            unsafe message.withUnsafeBytes { messageBuffer in
                guard
                    let address = unsafe signatureBuffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
                else { return false }
                let text = unsafe messageBuffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
                return unsafe secp256k1_schnorrsig_verify(
                    buzz_secp256k1_static_context(), address, text, messageBuffer.count, &raw) == 1
            }
        }
    }

    /// Whether 32 bytes are a secret key: 1…n−1.
    static func isValidSecret(_ secret: SecretBytes) -> Bool {
        secret.withBytes { span in
            unsafe span.withUnsafeBufferPointer { buffer in
                guard let address = buffer.baseAddress, buffer.count == 32 else { return false }
                return unsafe secp256k1_ec_seckey_verify(buzz_secp256k1_static_context(), address) == 1
            }
        }
    }

    /// The x-only public key of a valid secret key.
    static func publicKey(of secret: SecretBytes) -> Bytes32? {
        withKeyPair(secret) { pair in
            var xonly = secp256k1_xonly_pubkey()
            var output = [UInt8](repeating: 0, count: 32)
            let status = unsafe output.withUnsafeMutableBufferPointer { buffer in
                guard
                    unsafe secp256k1_keypair_xonly_pub(buzz_secp256k1_static_context(), &xonly, nil, &pair)
                        == 1,
                    let address = buffer.baseAddress
                else { return Int32(0) }
                return unsafe secp256k1_xonly_pubkey_serialize(
                    buzz_secp256k1_static_context(), address, &xonly)
            }
            return status == 1 ? Bytes32(output) : nil
        }
    }

    /// Signs a message of any length.
    ///
    /// `auxiliary` is 32 bytes: random ones, or a vector's.
    static func sign(_ message: [UInt8], with secret: SecretBytes, auxiliary: [UInt8]) -> Signature? {
        withKeyPair(secret) { pair in
            var auxiliary = auxiliary
            var output = [UInt8](repeating: 0, count: 64)
            let status = unsafe auxiliary.withUnsafeMutableBufferPointer { auxiliaryBuffer in
                unsafe output.withUnsafeMutableBufferPointer { outputBuffer in
                    unsafe message.withUnsafeBufferPointer { messageBuffer in
                        guard let address = outputBuffer.baseAddress else { return Int32(0) }
                        var parameters = unsafe secp256k1_schnorrsig_extraparams(
                            magic: (0xDA, 0x6F, 0xB3, 0x8C), noncefp: nil, ndata: auxiliaryBuffer.baseAddress)
                        return unsafe secp256k1_schnorrsig_sign_custom(
                            SigningContext.shared.pointer, address, messageBuffer.baseAddress,
                            messageBuffer.count, &pair, &parameters)
                    }
                }
            }
            return status == 1 ? Signature(output) : nil
        }
    }

    /// The x coordinate of the point that the secret's owner and the public key's owner share, unhashed (NIP-44).
    ///
    /// Nil if the key is no point of the curve. A point and its negative have the same product in x, so that an
    /// x-only key suffices.
    static func sharedX(_ secret: SecretBytes, _ publicKey: Bytes32) -> SecretBytes? {
        var point = secp256k1_pubkey()
        let compressed = [2] + publicKey.bytes
        guard
            unsafe secp256k1_ec_pubkey_parse(
                buzz_secp256k1_static_context(), &point, compressed, compressed.count) == 1
        else { return nil }
        var output = [UInt8](repeating: 0, count: 32)
        defer { SecretBytes.wipe(&output) }
        let status = secret.withBytes { span in
            unsafe span.withUnsafeBufferPointer { buffer in
                guard let address = buffer.baseAddress, buffer.count == 32 else { return Int32(0) }
                return unsafe secp256k1_ecdh(
                    buzz_secp256k1_static_context(), &output, &point, address,
                    { output, x, _, _ in
                        guard let output = unsafe output, let x = unsafe x else { return 0 }
                        unsafe output.update(from: x, count: 32)
                        return 1
                    }, nil)
            }
        }
        return status == 1 ? SecretBytes(copying: output) : nil
    }

    private static func withKeyPair<Result>(
        _ secret: SecretBytes, _ body: (inout secp256k1_keypair) -> Result?
    ) -> Result? {
        secret.withBytes { span in
            var pair = secp256k1_keypair()
            // The library's pair holds the secret: it is cleared on every path out.
            defer { unsafe buzz_secp256k1_wipe_keypair(&pair) }
            let status = unsafe span.withUnsafeBufferPointer { buffer in
                guard let address = buffer.baseAddress, buffer.count == 32 else { return Int32(0) }
                return unsafe secp256k1_keypair_create(SigningContext.shared.pointer, &pair, address)
            }
            return status == 1 ? body(&pair) : nil
        }
    }
}

/// The context that signs, blinded with random bytes against side channels.
@safe private final class SigningContext: Sendable {
    static let shared = SigningContext()

    // Sendable: the library only reads a context once it was randomised, which happens in init.
    nonisolated(unsafe) let pointer: OpaquePointer

    private init() {
        unsafe pointer = secp256k1_context_create(UInt32(SECP256K1_CONTEXT_NONE))
        // Blinding is an extra: without random bytes the library still signs in constant time.
        if let seed = try? SecureRandom.bytes(32) {
            _ = unsafe seed.withUnsafeBufferPointer { buffer in
                unsafe secp256k1_context_randomize(pointer, buffer.baseAddress)
            }
        }
    }

    deinit {
        unsafe secp256k1_context_destroy(pointer)
    }
}

/// The two library calls that checking a signature needs, on bytes laid out beforehand: what benchmarks compare with.
@safe package struct BareVerification: Sendable {
    private let publicKey: [UInt8]
    private let message: [UInt8]
    private let signature: [UInt8]

    /// Takes the event's author, id and signature.
    package init(_ event: Event) {
        publicKey = event.pubkey.bytes
        message = event.id.bytes.bytes
        signature = event.signature.bytes
    }

    /// Parses the key and verifies.
    package func parseAndVerify() -> Bool {
        var key = secp256k1_xonly_pubkey()
        let status = unsafe publicKey.withUnsafeBufferPointer { buffer in
            guard let address = buffer.baseAddress else { return Int32(0) }
            return unsafe secp256k1_xonly_pubkey_parse(buzz_secp256k1_static_context(), &key, address)
        }
        return status == 1 && verify(&key)
    }

    /// Verifies `rounds` times under a key parsed once; true if every time.
    package func verify(rounds: Int) -> Bool {
        guard let bytes = Bytes32(publicKey), let key = Secp256k1.parse(bytes) else { return false }
        var raw = key.raw
        return (0..<rounds).allSatisfy { _ in verify(&raw) }
    }

    private func verify(_ key: inout secp256k1_xonly_pubkey) -> Bool {
        unsafe signature.withUnsafeBufferPointer { signatureBuffer in
            unsafe message.withUnsafeBufferPointer { messageBuffer in
                guard let address = signatureBuffer.baseAddress else { return false }
                return unsafe secp256k1_schnorrsig_verify(
                    buzz_secp256k1_static_context(), address, messageBuffer.baseAddress, messageBuffer.count,
                    &key) == 1
            }
        }
    }
}
