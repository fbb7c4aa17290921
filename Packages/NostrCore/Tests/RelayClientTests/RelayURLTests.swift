import RelayClient
import Testing

/// What a relay's address may be.
struct RelayURLTests {
    @Test(
        "refused",
        arguments: [
            ("", RelayURLError.unreadable), ("r.example", .unreadable), ("wss:r.example", .unreadable),
            ("wss://", .unreadable), ("wss:///", .unreadable), ("ftp://r.example", .unreadable),
            ("javascript://r.example", .unreadable), (" wss://r.example", .unreadable),
            ("wss://r.example ", .unreadable), ("wss://r example", .unreadable),
            ("wss://r.example\n", .unreadable),
            ("wss://аррӏе.example", .unreadable), ("wss://r%2eexample", .unreadable),
            ("wss://[]", .unreadable),
            ("wss://[abc]", .unreadable), ("wss://[fe80::1%25en0]", .unreadable),
            ("wss://::1:3030", .unreadable),
            ("wss://r.example:x", .unreadable), ("wss://r.example:4 4", .unreadable),
            ("wss://u@r.example", .hasCredentials), ("wss://u:p@r.example", .hasCredentials),
            ("https://good.example@evil.example", .hasCredentials),
            ("wss://r.example:0", .invalidPort), ("wss://r.example:65536", .unreadable),
            ("wss://r.example:08443", .unreadable),
            ("wss://r.example/x", .notAnOrigin("a path")), ("wss://r.example//", .notAnOrigin("a path")),
            ("wss://r.example?", .notAnOrigin("a query")), ("wss://r.example/?a=b", .notAnOrigin("a query")),
            ("wss://r.example#", .notAnOrigin("a fragment")),
            ("wss://r.example/#x", .notAnOrigin("a fragment")),
            ("wss://" + String(repeating: "a", count: 2048), .tooLong(limit: 2048)),
        ])
    func refused(_ text: String, _ error: RelayURLError) {
        #expect(throws: error) { try RelayURL(text) }
    }

    @Test(
        "accepted, with the two forms it is used in",
        arguments: [
            ("wss://r.example", "wss://r.example", "https://r.example"),
            ("WSS://R.Example:443/", "wss://r.example", "https://r.example"),
            ("https://r.example:443", "wss://r.example", "https://r.example"),
            ("wss://r.example:", "wss://r.example", "https://r.example"),
            ("ws://r.example:80", "ws://r.example", "http://r.example"),
            ("ws://r.example:443", "ws://r.example:443", "http://r.example:443"),
            ("http://127.0.0.1:3000/", "ws://127.0.0.1:3000", "http://127.0.0.1:3000"),
            ("wss://[::1]:3030", "wss://[::1]:3030", "https://[::1]:3030"),
            ("wss://r.example:8443", "wss://r.example:8443", "https://r.example:8443"),
        ])
    func accepted(_ text: String, _ webSocket: String, _ http: String) throws {
        let url = try RelayURL(text)
        #expect(url.webSocket == webSocket)
        #expect(url.http == http)
        #expect(url.description == webSocket)
        #expect(try RelayURL(url.description) == url)
    }
}
