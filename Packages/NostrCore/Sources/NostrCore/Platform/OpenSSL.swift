// The only file that touches libcrypto's pointers.

internal import COpenSSL

/// SHA-256 (FIPS 180-4).
public enum SHA256: Sendable {
    /// The digest of the bytes.
    public static func hash(_ bytes: [UInt8]) -> Bytes32 {
        hash(bytes.span)
    }

    static func hash(_ bytes: Span<UInt8>) -> Bytes32 {
        var digest = InlineArray<32, UInt8>(repeating: 0)
        var context = SHA256_CTX()
        unsafe SHA256_Init(&context)
        _ = unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe SHA256_Update(&context, buffer.baseAddress, buffer.count)
        }
        var output = digest.mutableSpan
        unsafe output.withUnsafeMutableBufferPointer { buffer in
            _ = unsafe SHA256_Final(buffer.baseAddress, &context)
        }
        return Bytes32(digest)
    }
}

/// SHA-1, for name-based UUIDs (RFC 4122 §4.3) and WebSocket's handshake (RFC 6455 §4.2.2) and nothing else: it resists
/// no attacker.
package enum SHA1 {
    package static func hash(_ bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 20)
        unsafe bytes.withUnsafeBufferPointer { input in
            unsafe digest.withUnsafeMutableBufferPointer { output in
                _ = unsafe COpenSSL.SHA1(input.baseAddress, input.count, output.baseAddress)
            }
        }
        return digest
    }
}

/// HMAC with SHA-256 (RFC 2104), keyed by secret bytes.
enum HMACSHA256 {
    /// The 32-byte code of a part of the bytes, or nil if the library fails.
    static func code(of bytes: [UInt8], _ range: Range<Int>, key: Span<UInt8>) -> [UInt8]? {
        guard let keyLength = Int32(exactly: key.count), bytes.indices.contains(range) else { return nil }
        var code = [UInt8](repeating: 0, count: 32)
        let succeeded = unsafe key.withUnsafeBufferPointer { key in
            unsafe bytes.withUnsafeBufferPointer { input in
                let input = unsafe UnsafeBufferPointer(rebasing: input[range])
                return unsafe code.withUnsafeMutableBufferPointer { output in
                    unsafe HMAC(
                        EVP_sha256(), key.baseAddress, keyLength, input.baseAddress, input.count,
                        output.baseAddress, nil) != nil
                }
            }
        }
        return succeeded ? code : nil
    }

    /// The 32-byte code of all the bytes, or nil if the library fails.
    static func code(of bytes: [UInt8], key: Span<UInt8>) -> [UInt8]? {
        code(of: bytes, bytes.indices, key: key)
    }
}

/// The ChaCha20 stream (RFC 8439 §2.4), its counter starting at 0.
enum ChaCha20 {
    /// Encrypts or decrypts a part of the bytes in place; false if the library fails or a length is wrong.
    ///
    /// The key has 32 bytes and the nonce 12.
    static func apply(
        key: Span<UInt8>, nonce: Span<UInt8>, to bytes: inout [UInt8], in range: Range<Int>
    ) -> Bool {
        guard key.count == 32, nonce.count == 12, bytes.indices.contains(range),
            let context = unsafe EVP_CIPHER_CTX_new()
        else { return false }
        defer { unsafe EVP_CIPHER_CTX_free(context) }
        // The library takes the counter's four bytes in front of the nonce.
        var counterAndNonce: [UInt8] = [0, 0, 0, 0]
        for index in nonce.indices { counterAndNonce.append(nonce[index]) }
        let status = unsafe key.withUnsafeBufferPointer { key in
            unsafe EVP_EncryptInit_ex(context, EVP_chacha20(), nil, key.baseAddress, counterAndNonce)
        }
        guard status == 1 else { return false }
        return unsafe bytes.withUnsafeMutableBufferPointer { buffer in
            // One call's length is 32 bits wide, so a long text goes in steps.
            for start in stride(from: range.lowerBound, to: range.upperBound, by: 1 << 30) {
                guard let base = buffer.baseAddress else { return false }
                let place = unsafe base + start
                let count = Int32(min(1 << 30, range.upperBound - start))
                var written: Int32 = 0
                guard unsafe EVP_EncryptUpdate(context, place, &written, place, count) == 1, written == count
                else { return false }
            }
            return true
        }
    }
}

/// Random bytes from the system's generator, through libcrypto.
public enum SecureRandom: Sendable {
    /// Fresh random bytes.
    ///
    /// - Throws: ``RandomSourceFailed`` when the generator could not be seeded.
    public static func bytes(_ count: Int) throws(RandomSourceFailed) -> [UInt8] {
        guard let length = Int32(exactly: count), length >= 0 else { throw RandomSourceFailed() }
        var result = [UInt8](repeating: 0, count: count)
        let status = unsafe result.withUnsafeMutableBufferPointer { buffer in
            unsafe RAND_bytes(buffer.baseAddress, length)
        }
        guard status == 1 else { throw RandomSourceFailed() }
        return result
    }
}

/// The system gave no random bytes.
///
/// Nothing may be signed or named in that state.
public struct RandomSourceFailed: Error, Equatable, Sendable, CustomStringConvertible {
    /// What happened and what to do.
    public var description: String {
        "The system's random source gave no bytes; check that /dev/urandom is readable, then try again."
    }
}

/// Compares secrets without telling by its duration where they differ.
public enum ConstantTime: Sendable {
    /// Whether both hold the same bytes.
    ///
    /// Only the lengths may show in the time it takes.
    public static func equals(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        return unsafe left.withUnsafeBufferPointer { first in
            unsafe right.withUnsafeBufferPointer { second in
                unsafe CRYPTO_memcmp(first.baseAddress, second.baseAddress, first.count) == 0
            }
        }
    }
}

/// Secret bytes, wiped when the last owner lets go of them.
@safe final class SecretBytes: Sendable {
    // Sendable: written once in init, before the reference is shared, and only read until deinit.
    nonisolated(unsafe) private let storage: UnsafeMutableBufferPointer<UInt8>

    /// Copies the bytes.
    ///
    /// The caller's own copy is the caller's to wipe: see ``wipe(_:)``.
    init(copying bytes: [UInt8]) {
        unsafe storage = .allocate(capacity: bytes.count)
        _ = unsafe storage.initialize(from: bytes)
    }

    deinit {
        unsafe OPENSSL_cleanse(storage.baseAddress, storage.count)
        unsafe storage.deallocate()
    }

    /// Lends the bytes for the length of a call.
    ///
    /// The span must not be copied out except into another secret.
    func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        unsafe body(storage.span)
    }

    /// Whether the same bytes are held, told in constant time.
    func equals(_ other: Span<UInt8>) -> Bool {
        unsafe other.withUnsafeBufferPointer { second in
            guard unsafe storage.count == second.count else { return false }
            return unsafe CRYPTO_memcmp(storage.baseAddress, second.baseAddress, second.count) == 0
        }
    }

    /// Overwrites an array's bytes in place, in a way that the optimiser keeps.
    static func wipe(_ bytes: inout [UInt8]) {
        unsafe bytes.withUnsafeMutableBufferPointer { buffer in
            unsafe OPENSSL_cleanse(buffer.baseAddress, buffer.count)
        }
    }
}
