import DeepLinks
import Testing

private let code = "v2.BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc"
private let development = DeepLinkPolicy.development

/// Edge cases M01 to M13 of the specification, and the rest of their kinds.
@Suite("Links, good and hostile")
struct LinkTableTests {
    static let shapes = [
        LinkRow("nothing", "", .unsupportedScheme),
        LinkRow("a word", "message", .unsupportedScheme),
        LinkRow("a colon alone", ":", .unsupportedScheme),
        LinkRow("a scheme alone", "buzz:", .missing(.host)),
        LinkRow("a scheme and slashes", "buzz://", .missing(.host)),
        LinkRow("no slashes (M12)", "buzz:message?channel=\(u4)&id=\(a64)", .missing(.host)),
        LinkRow("one slash", "buzz:/message?channel=\(u4)&id=\(a64)", .missing(.host)),
        LinkRow("three slashes (M12)", "buzz:///message?channel=\(u4)&id=\(a64)", .missing(.host)),
        LinkRow("backslashes", "buzz:\\\\message?channel=\(u4)&id=\(a64)", .missing(.host)),
        LinkRow("another scheme", "javascript:alert(1)", .unsupportedScheme),
        LinkRow("a data link", "data:text/html,x", .unsupportedScheme),
        LinkRow("a file", "file:///etc/passwd", .unsupportedScheme),
        LinkRow("a relay's own address", "wss://r.example", .unsupportedScheme),
        LinkRow("a scheme that starts alike", "buzzx://message?channel=\(u4)&id=\(a64)", .unsupportedScheme),
        LinkRow("a scheme with a digit first", "1buzz://message", .unsupportedScheme),
        LinkRow("an encoded scheme", "%62uzz://message", .unsupportedScheme),
        LinkRow("a scheme beyond ASCII", "b\u{FF55}zz://message", .unsupportedScheme),
        LinkRow("a fragment before the colon", "#buzz://message", .unsupportedScheme),
        LinkRow("a byte-order mark in front", "\u{FEFF}buzz://message", .unsupportedScheme),
        LinkRow("a space in front", " buzz://message?channel=\(u4)&id=\(a64)", .malformed(.link)),
        LinkRow("a space behind", "buzz://message?channel=\(u4)&id=\(a64) ", .malformed(.link)),
        LinkRow("a line end behind", "buzz://message?channel=\(u4)&id=\(a64)\n", .malformed(.link)),
        LinkRow("a tab inside the scheme", "bu\tzz://message?channel=\(u4)&id=\(a64)", .malformed(.link)),
        LinkRow("a NUL", "buzz://message?channel=\(u4)&id=\(a64)\0", .malformed(.link)),
        LinkRow("a DEL", "buzz://message?channel=\(u4)\u{7F}&id=\(a64)", .malformed(.link)),
        LinkRow("an unknown host, in a path form (M02)", "buzz://channel/\(u4)/\(a64)", .unsupportedHost),
        LinkRow("an unknown host", "buzz://settings", .unsupportedHost),
        LinkRow("an encoded host", "buzz://mess%61ge?channel=\(u4)&id=\(a64)", .unsupportedHost),
        LinkRow("a host with a dot behind", "buzz://message.?channel=\(u4)&id=\(a64)", .unsupportedHost),
        LinkRow("a host beyond ASCII", "buzz://m\u{435}ssage?channel=\(u4)&id=\(a64)", .unsupportedHost),
        LinkRow("a port", "buzz://message:80?channel=\(u4)&id=\(a64)", .unsupportedHost),
        LinkRow("an empty port", "buzz://message:?channel=\(u4)&id=\(a64)", .unsupportedHost),
        LinkRow("credentials", "buzz://u:p@message?channel=\(u4)&id=\(a64)", .hasCredentials),
        LinkRow("empty credentials", "buzz://@message?channel=\(u4)&id=\(a64)", .hasCredentials),
        LinkRow("a fragment", "buzz://message?channel=\(u4)&id=\(a64)#x", .hasFragment),
        LinkRow("an empty fragment", "buzz://message?channel=\(u4)&id=\(a64)#", .hasFragment),
        LinkRow("a desktop link (M02)", "buzz://connect?relay=wss%3A%2F%2Fr.example", .desktopOnly(.connect)),
        LinkRow("a desktop link in capitals", "BUZZ://CONNECT", .desktopOnly(.connect)),
        LinkRow("another desktop link", "buzz://add-community?relay=x", .desktopOnly(.addCommunity)),
        LinkRow("a desktop link with a fragment", "buzz://connect#x", .hasFragment),
        LinkRow("a desktop link that starts alike", "buzz://connects", .unsupportedHost),
        LinkRow("8,193 bytes (M11)", over(8_193), .tooLong(bytes: 8_193, limit: 8_192)),
        LinkRow("8,193 bytes, two a character", twoByte(8_193), .tooLong(bytes: 8_193, limit: 8_192)),
        LinkRow("8,192 bytes", over(8_192), opens: message()),
        LinkRow("33 parameters", "buzz://message?" + many(33), .malformed(.query)),
        LinkRow("32 parameters", "buzz://message?" + many(30) + "&channel=\(u4)&id=\(a64)", opens: message()),
    ]

    static let messages = [
        LinkRow("no query", "buzz://message", .missing(.channel)),
        LinkRow("an empty query", "buzz://message?", .missing(.channel)),
        LinkRow("no id", "buzz://message?channel=\(u4)", .missing(.id)),
        LinkRow("an empty channel", "buzz://message?channel=&id=\(a64)", .missing(.channel)),
        LinkRow("a channel without a sign", "buzz://message?channel&id=\(a64)", .missing(.channel)),
        LinkRow("an empty id", "buzz://message?channel=\(u4)&id=", .missing(.id)),
        LinkRow("a name with a capital (M12)", "buzz://message?Channel=\(u4)&id=\(a64)", .missing(.channel)),
        LinkRow("a full stop behind (M03)", "buzz://message?channel=\(u4)&id=\(a64).", .malformed(.id)),
        LinkRow("a bracket behind", "buzz://message?channel=\(u4)&id=\(a64))", .malformed(.id)),
        LinkRow("63 digits", "buzz://message?channel=\(u4)&id=\(a64.dropLast())", .malformed(.id)),
        LinkRow("65 digits", "buzz://message?channel=\(u4)&id=\(a64)a", .malformed(.id)),
        LinkRow("64 other letters", "buzz://message?channel=\(u4)&id=\(a64.dropLast())g", .malformed(.id)),
        LinkRow(
            "64 bytes with full-width digits",
            "buzz://message?channel=\(u4)&id=\(a64.dropLast(6))\u{FF11}\u{FF12}", .malformed(.id)),
        LinkRow(
            "64 Arabic digits", "buzz://message?channel=\(u4)&id=" + String(repeating: "\u{661}", count: 64),
            .malformed(.id)),
        LinkRow("a note in place of an id", "buzz://message?channel=\(u4)&id=note1qqqq", .malformed(.id)),
        LinkRow("braces (M04)", "buzz://message?channel={\(u4)}&id=\(a64)", .malformed(.channel)),
        LinkRow("encoded braces", "buzz://message?channel=%7B\(u4)%7D&id=\(a64)", .malformed(.channel)),
        LinkRow("a URN (M04)", "buzz://message?channel=urn:uuid:\(u4)&id=\(a64)", .malformed(.channel)),
        LinkRow(
            "no hyphens (M04)", "buzz://message?channel=0f0e0d0c0b0a49088706050403020100&id=\(a64)",
            .malformed(.channel)),
        LinkRow("a line end (M04)", "buzz://message?channel=\(u4)%0A&id=\(a64)", .malformed(.channel)),
        LinkRow(
            "a full-width digit (M04)",
            "buzz://message?channel=0f0e0d0c-0b0a-4908-8706-05040302010\u{FF11}&id=\(a64)",
            .malformed(.channel)),
        LinkRow(
            "a hyphen out of place", "buzz://message?channel=0f0e0d0-c0b0a-4908-8706-050403020100&id=\(a64)",
            .malformed(.channel)),
        LinkRow(
            "36 hyphens", "buzz://message?channel=" + String(repeating: "-", count: 36) + "&id=\(a64)",
            .malformed(.channel)),
        LinkRow("a name for a channel", "buzz://message?channel=general&id=\(a64)", .malformed(.channel)),
        LinkRow("two ids", "buzz://message?channel=\(u4)&id=\(a64)&id=\(b64)", .duplicate(.id)),
        LinkRow("the same id twice", "buzz://message?channel=\(u4)&id=\(a64)&id=\(a64)", .duplicate(.id)),
        LinkRow(
            "two channels, one empty", "buzz://message?channel=&channel=\(u4)&id=\(a64)", .duplicate(.channel)
        ),
        LinkRow(
            "two ids, one encoded", "buzz://message?channel=\(u4)&id=\(a64)&%69d=\(b64)", .duplicate(.id)),
        LinkRow(
            "two threads", "buzz://message?channel=\(u4)&id=\(a64)&thread=\(a64)&thread=\(b64)",
            .duplicate(.thread)),
        LinkRow(
            "an unknown name twice", "buzz://message?channel=\(u4)&id=\(a64)&x=1&x=2", .duplicate(.query)),
        LinkRow("a parameter called query twice", "buzz://message?query=1&query=2", .duplicate(.query)),
        LinkRow("a value without a name", "buzz://message?channel=\(u4)&id=\(a64)&=x", .malformed(.query)),
        LinkRow("a broken name", "buzz://message?channel=\(u4)&id=\(a64)&%zz=x", .malformed(.query)),
        LinkRow("a broken unknown value", "buzz://message?channel=\(u4)&id=\(a64)&x=%zz", .malformed(.query)),
        LinkRow("a broken thread", "buzz://message?channel=\(u4)&id=\(a64)&thread=%zz", .malformed(.thread)),
        LinkRow("a path", "buzz://message/x?channel=\(u4)&id=\(a64)", .malformed(.path)),
        LinkRow("two slashes", "buzz://message//?channel=\(u4)&id=\(a64)", .malformed(.path)),
        LinkRow("a semicolon between", "buzz://message?channel=\(u4);id=\(a64)", .missing(.id)),
        LinkRow("an encoded separator", "buzz://message?channel=\(u4)%26id=\(a64)", .missing(.id)),
        LinkRow("a message", "buzz://message?channel=\(u4)&id=\(a64)", opens: message()),
        LinkRow("a slash behind the host", "buzz://message/?channel=\(u4)&id=\(a64)", opens: message()),
        LinkRow("the other order", "buzz://message?id=\(a64)&channel=\(u4)", opens: message()),
        LinkRow("an empty pair", "buzz://message?&channel=\(u4)&&id=\(a64)&", opens: message()),
        LinkRow("an unknown parameter", "buzz://message?channel=\(u4)&id=\(a64)&utm=x", opens: message()),
        LinkRow("an encoded name", "buzz://message?c%68annel=\(u4)&id=\(a64)", opens: message()),
        LinkRow(
            "an encoded hyphen", "buzz://message?channel=0f0e0d0c%2D\(u4.dropFirst(9))&id=\(a64)",
            opens: message()),
        LinkRow("capitals (M12)", "BUZZ://Message?channel=\(u4)&id=\(a64)", opens: message()),
        LinkRow(
            "identifiers in capitals (M04)",
            "buzz://message?channel=\(u4.uppercased())&id=\(a64.uppercased())",
            opens: message()),
        LinkRow("version 5 (M04)", "buzz://message?channel=\(u5)&id=\(a64)", opens: message(u5)),
        LinkRow("version 7 (M04)", "buzz://message?channel=\(u7)&id=\(a64)", opens: message(u7)),
        LinkRow(
            "the UUID of zeros", "buzz://message?channel=00000000-0000-0000-0000-000000000000&id=\(a64)",
            opens: message("00000000-0000-0000-0000-000000000000")),
        LinkRow(
            "a thread", "buzz://message?channel=\(u4)&id=\(a64)&thread=\(b64)", opens: message(thread: b64)),
        LinkRow(
            "a thread that is none (M13)", "buzz://message?channel=\(u4)&id=\(a64)&thread=xyz",
            opens: message()),
        LinkRow("an empty thread (M13)", "buzz://message?channel=\(u4)&id=\(a64)&thread=", opens: message()),
        LinkRow(
            "a thread of 65 digits", "buzz://message?channel=\(u4)&id=\(a64)&thread=\(b64)b", opens: message()
        ),
        LinkRow(
            "a thread in capitals (M13)", "buzz://message?channel=\(u4)&id=\(a64)&thread=\(b64.uppercased())",
            opens: message(thread: b64)),
        LinkRow(
            "a thread equal to the id (M13)", "buzz://message?channel=\(u4)&id=\(a64)&thread=\(a64)",
            opens: message(thread: a64)),
    ]

    static let invites = [
        LinkRow("no path", "https://r.example", .malformed(.path)),
        LinkRow("the root", "https://r.example/", .malformed(.path)),
        LinkRow("no code", "https://r.example/invite", .malformed(.path)),
        LinkRow("an empty code (M07)", "https://r.example/invite/", .missing(.code)),
        LinkRow("two slashes behind", "https://r.example/invite//", .missing(.code)),
        LinkRow("two slashes before the code", "https://r.example/invite//x", .malformed(.path)),
        LinkRow("two slashes in front", "https://r.example//invite/x", .malformed(.path)),
        LinkRow("a third segment (M07)", "https://r.example/invite/x/y", .malformed(.path)),
        LinkRow("two slashes at the end", "https://r.example/invite/x//", .malformed(.path)),
        LinkRow("a segment in front", "https://r.example/en/invite/x", .malformed(.path)),
        LinkRow("a capital (M07)", "https://r.example/Invite/x", .malformed(.path)),
        LinkRow("another word", "https://r.example/invites/x", .malformed(.path)),
        LinkRow("an encoded word", "https://r.example/inv%69te/x", .malformed(.path)),
        LinkRow("an encoded slash before the code", "https://r.example/invite%2Fx", .malformed(.path)),
        LinkRow("a way around", "https://r.example/x/../invite/y", .malformed(.path)),
        LinkRow("a query (M07)", "https://r.example/invite/x?a=b", .malformed(.query)),
        LinkRow("an empty query", "https://r.example/invite/x?", .malformed(.query)),
        LinkRow("a fragment (M07)", "https://r.example/invite/x#y", .hasFragment),
        LinkRow("an empty fragment (M07)", "https://r.example/invite/x#", .hasFragment),
        LinkRow("credentials (M07)", "https://good.example@evil.example/invite/x", .hasCredentials),
        LinkRow("a user and password", "https://u:p@r.example/invite/x", .hasCredentials),
        LinkRow("empty credentials", "https://@r.example/invite/x", .hasCredentials),
        LinkRow(
            "a backslash and credentials", "https://good.example\\@evil.example/invite/x", .hasCredentials),
        LinkRow("backslashes for slashes", "https://r.example\\invite\\x", .malformed(.path)),
        LinkRow("a backslash behind the host", "https://r.example\\x/invite/y", .malformed(.host)),
        LinkRow("no host", "https:///invite/x", .missing(.host)),
        LinkRow("no slashes", "https:r.example/invite/x", .missing(.host)),
        LinkRow("a port without a host", "https://:443/invite/x", .missing(.host)),
        LinkRow("an unfinished escape (M11)", "https://r.example/invite/%", .malformed(.code)),
        LinkRow("a broken escape (M11)", "https://r.example/invite/%zz", .malformed(.code)),
        LinkRow("not UTF-8 (M11)", "https://r.example/invite/%C3%28", .malformed(.code)),
        LinkRow("a surrogate", "https://r.example/invite/%ED%A0%80", .malformed(.code)),
        LinkRow("an overlong form", "https://r.example/invite/%C0%AF", .malformed(.code)),
        LinkRow("an encoded NUL (M11)", "https://r.example/invite/a%00b", .malformed(.code)),
        LinkRow("an encoded line end", "https://r.example/invite/a%0D%0Ab", .malformed(.code)),
        LinkRow(
            "an encoded control of the second block", "https://r.example/invite/a%C2%85b", .malformed(.code)),
        LinkRow("a raw control of the second block", "https://r.example/invite/a\u{9F}b", .malformed(.code)),
        LinkRow("a quotation mark behind", "https://r.example/invite/x\"", .malformed(.code)),
        LinkRow("an angle bracket behind", "https://r.example/invite/x>", .malformed(.code)),
        LinkRow("a dot for a code", "https://r.example/invite/.", .malformed(.code)),
        LinkRow("an encoded way up", "https://r.example/invite/%2e%2E", .malformed(.code)),
        LinkRow("1,025 bytes of code", "https://r.example/invite/" + letters(1_025), .malformed(.code)),
        LinkRow(
            "1,025 bytes in 513 characters", "https://r.example/invite/x" + pairs(512), .malformed(.code)),
        LinkRow("http", "http://r.example/invite/x", .insecure),
        LinkRow("http, in development", "http://r.example/invite/x", .insecure, policy: development),
        LinkRow("http on this machine", "http://localhost:3000/invite/x", .insecure),
        LinkRow("http on a private address", "http://10.0.0.1/invite/x", .insecure, policy: development),
        LinkRow("this machine", "https://localhost/invite/x", .privateAddress),
        LinkRow("a name of this machine", "https://a.localhost/invite/x", .privateAddress),
        LinkRow("this machine, with a dot behind", "https://LOCALHOST./invite/x", .privateAddress),
        LinkRow(
            "a private address in development", "https://10.0.0.1/invite/x", .privateAddress,
            policy: development),
        LinkRow(
            "an invite", "https://r.example/invite/\(code)", opens: invite("wss://r.example", code: code)),
        LinkRow("capitals", "HTTPS://R.Example/invite/X", opens: invite("wss://r.example", code: "X")),
        LinkRow(
            "a slash behind the code", "https://r.example/invite/x/",
            opens: invite("wss://r.example", code: "x")),
        LinkRow(
            "the default port", "https://r.example:443/invite/x",
            opens: invite("wss://r.example", code: "x")),
        LinkRow(
            "another port", "https://r.example:8443/invite/x",
            opens: invite("wss://r.example:8443", code: "x")),
        LinkRow(
            "a plus", "https://r.example/invite/a+b%2Bc", opens: invite("wss://r.example", code: "a+b+c")),
        LinkRow(
            "an encoded slash", "https://r.example/invite/a%2Fb",
            opens: invite("wss://r.example", code: "a/b")),
        LinkRow(
            "an encoded percent sign, decoded once", "https://r.example/invite/a%252Fb",
            opens: invite("wss://r.example", code: "a%2Fb")),
        LinkRow(
            "text beyond ASCII", "https://r.example/invite/\u{E9}",
            opens: invite("wss://r.example", code: "\u{E9}")),
        LinkRow(
            "1,024 bytes of code", "https://r.example/invite/" + letters(1_024),
            opens: invite("wss://r.example", code: letters(1_024))),
        LinkRow(
            "http on this machine, in development", "http://localhost:3000/invite/x",
            opens: invite("ws://localhost:3000", code: "x", policy: development), policy: development),
        LinkRow(
            "a loopback address, in development", "http://127.0.0.1:80/invite/x",
            opens: invite("ws://127.0.0.1", code: "x", policy: development), policy: development),
        LinkRow(
            "https on this machine, in development", "https://a.localhost/invite/x",
            opens: invite("wss://a.localhost", code: "x", policy: development), policy: development),
    ]

    static let joins = [
        LinkRow("nothing", "buzz://join", .missing(.relay)),
        LinkRow("no relay", "buzz://join?code=x", .missing(.relay)),
        LinkRow("no code", "buzz://join?relay=wss://r.example", .missing(.code)),
        LinkRow("an empty code", "buzz://join?relay=wss://r.example&code=", .missing(.code)),
        LinkRow("a relay without a scheme", "buzz://join?relay=r.example&code=x", .unsupportedScheme),
        LinkRow("a relay without slashes", "buzz://join?relay=wss:r.example&code=x", .malformed(.relay)),
        LinkRow("a relay without a host", "buzz://join?relay=wss://&code=x", .missing(.host)),
        LinkRow(
            "a relay with a web scheme", "buzz://join?relay=https://r.example&code=x", .unsupportedScheme),
        LinkRow("a relay that is a script", "buzz://join?relay=javascript:1&code=x", .unsupportedScheme),
        LinkRow("an unencrypted relay", "buzz://join?relay=ws://r.example&code=x", .insecure),
        LinkRow("an unencrypted relay on this machine", "buzz://join?relay=ws://localhost&code=x", .insecure),
        LinkRow("credentials (M07)", "buzz://join?relay=wss://u@r.example&code=x", .hasCredentials),
        LinkRow("encoded credentials", "buzz://join?relay=wss%3A%2F%2Fu%40r.example&code=x", .hasCredentials),
        LinkRow("a relay with a path", "buzz://join?relay=wss://r.example/x&code=x", .notAnOrigin),
        LinkRow(
            "a relay with two slashes behind", "buzz://join?relay=wss://r.example//&code=x", .notAnOrigin),
        LinkRow("a relay with a query", "buzz://join?relay=wss://r.example?x&code=x", .notAnOrigin),
        LinkRow("a relay with an empty query", "buzz://join?relay=wss://r.example/?&code=x", .notAnOrigin),
        LinkRow("a relay with a fragment", "buzz://join?relay=wss://r.example%23x&code=x", .hasFragment),
        LinkRow("a space in the relay", "buzz://join?relay=wss://r.example%20&code=x", .malformed(.relay)),
        LinkRow(
            "a relay encoded twice", "buzz://join?relay=wss%253A%252F%252Fr.example&code=x",
            .unsupportedScheme),
        LinkRow(
            "two relays", "buzz://join?relay=wss://r.example&relay=wss://e.example&code=x", .duplicate(.relay)
        ),
        LinkRow("two codes", "buzz://join?relay=wss://r.example&code=x&code=y", .duplicate(.code)),
        LinkRow(
            "two receipts", "buzz://join?relay=wss://r.example&code=x&policy_receipt=r&policy_receipt=s",
            .duplicate(.policyReceipt)),
        LinkRow("a broken code (M11)", "buzz://join?relay=wss://r.example&code=%zz", .malformed(.code)),
        LinkRow("an unfinished code (M11)", "buzz://join?relay=wss://r.example&code=%", .malformed(.code)),
        LinkRow("a half escape", "buzz://join?relay=wss://r.example&code=%4", .malformed(.code)),
        LinkRow("not UTF-8 (M11)", "buzz://join?relay=wss://r.example&code=%C3%28", .malformed(.code)),
        LinkRow("a NUL (M11)", "buzz://join?relay=wss://r.example&code=%00", .malformed(.code)),
        LinkRow("a way up for a code", "buzz://join?relay=wss://r.example&code=..", .malformed(.code)),
        LinkRow(
            "a code of 1,025 bytes", "buzz://join?relay=wss://r.example&code=" + letters(1_025),
            .malformed(.code)),
        LinkRow(
            "a receipt of 2,049 bytes",
            "buzz://join?relay=wss://r.example&code=x&policy_receipt=" + letters(2_049),
            .malformed(.policyReceipt)),
        LinkRow(
            "a code and a receipt that no link can hold encoded",
            "buzz://join?relay=wss://r.example&code=" + pairs(512) + "&policy_receipt=" + pairs(1_024),
            .tooLong(bytes: 9_277, limit: 8_192)),
        LinkRow(
            "a broken receipt", "buzz://join?relay=wss://r.example&code=x&policy_receipt=%",
            .malformed(.policyReceipt)),
        LinkRow("a path", "buzz://join/x?relay=wss://r.example&code=x", .malformed(.path)),
        LinkRow(
            "plus and space (M01)", "buzz://join?relay=wss%3A%2F%2Fr.example&code=a+b%2Bc%20d",
            opens: invite("wss://r.example", code: "a+b+c d")),
        LinkRow(
            "a code decoded once (M11)", "buzz://join?relay=wss%3A%2F%2Fr.example&code=a%252Bb",
            opens: invite("wss://r.example", code: "a%2Bb")),
        LinkRow(
            "a relay not encoded", "buzz://join?relay=wss://r.example:8443/&code=x",
            opens: invite("wss://r.example:8443", code: "x")),
        LinkRow(
            "an empty receipt", "buzz://join?relay=wss://r.example&code=x&policy_receipt=",
            opens: invite("wss://r.example", code: "x")),
        LinkRow(
            "a receipt", "buzz://join?relay=wss://r.example&code=x&policy_receipt=e30.QQ%3D%3D",
            opens: invite("wss://r.example", code: "x", receipt: "e30.QQ==")),
        LinkRow(
            "a sign in the code", "buzz://join?relay=wss://r.example&code=a=b==",
            opens: invite("wss://r.example", code: "a=b==")),
        LinkRow(
            "capitals", "BUZZ://JOIN?relay=WSS://R.EXAMPLE:443/&code=x",
            opens: invite("wss://r.example", code: "x")),
        LinkRow(
            "this machine, in development", "buzz://join?relay=ws://localhost:3000&code=x",
            opens: invite("ws://localhost:3000", code: "x", policy: development), policy: development),
    ]

    static let agents = [
        LinkRow("no path", "buzz://agent?card=x", .malformed(.path)),
        LinkRow("the root", "buzz://agent/?card=x", .malformed(.path)),
        LinkRow("another path", "buzz://agent/edit?card=x", .malformed(.path)),
        LinkRow("a capital", "buzz://agent/New?card=x", .malformed(.path)),
        LinkRow("a slash behind", "buzz://agent/new/?card=x", .malformed(.path)),
        LinkRow("a third part", "buzz://agent/new/x", .malformed(.path)),
        LinkRow("no card", "buzz://agent/new", .missing(.card)),
        LinkRow("an empty card", "buzz://agent/new?card=", .missing(.card)),
        LinkRow("two cards", "buzz://agent/new?card=x&card=y", .duplicate(.card)),
        LinkRow("a host", "buzz://agent/new?card=https://evil.example/x", .malformed(.card)),
        LinkRow("a host without a scheme", "buzz://agent/new?card=%2F%2Fevil.example", .malformed(.card)),
        LinkRow("a slash", "buzz://agent/new?card=a/b", .malformed(.card)),
        LinkRow("an encoded slash", "buzz://agent/new?card=a%2Fb", .malformed(.card)),
        LinkRow("a way up", "buzz://agent/new?card=..", .malformed(.card)),
        LinkRow("an encoded way up", "buzz://agent/new?card=%2e%2e", .malformed(.card)),
        LinkRow("here", "buzz://agent/new?card=.", .malformed(.card)),
        LinkRow("a NUL", "buzz://agent/new?card=a%00b", .malformed(.card)),
        LinkRow("129 bytes", "buzz://agent/new?card=" + letters(129), .malformed(.card)),
        LinkRow("130 bytes in 65 characters", "buzz://agent/new?card=" + pairs(65), .malformed(.card)),
        LinkRow("128 bytes", "buzz://agent/new?card=" + letters(128), opens: agent(letters(128))),
        LinkRow("128 bytes in 64 characters", "buzz://agent/new?card=" + pairs(64), opens: agent(pairs(64))),
        LinkRow("a card", "buzz://agent/new?card=\(u4)", opens: agent(u4)),
        LinkRow("text beyond ASCII", "buzz://agent/new?card=%C3%BC", opens: agent("\u{FC}")),
        LinkRow("text beyond ASCII, not encoded", "buzz://agent/new?card=\u{FC}", opens: agent("\u{FC}")),
        LinkRow("a space", "buzz://agent/new?card=a%20b", opens: agent("a b")),
        LinkRow("marks of links", "buzz://agent/new?card=a%3Fb%23c%26d%3De", opens: agent("a?b#c&d=e")),
        LinkRow("a question mark", "buzz://agent/new?card=a?b", opens: agent("a?b")),
        LinkRow("two dots within", "buzz://agent/new?card=a..b", opens: agent("a..b")),
        LinkRow("an escape that stays one", "buzz://agent/new?card=%252F", opens: agent("%2F")),
    ]

    static let entities = [
        LinkRow("a repository without an owner", "buzz://repo?d=x", .missing(.owner)),
        LinkRow("a repository without a name", "buzz://repo?owner=\(a64)", .missing(.identifier)),
        LinkRow("a repository with an empty name", "buzz://repo?owner=\(a64)&d=", .missing(.identifier)),
        LinkRow("an owner in bech32", "buzz://repo?owner=npub1x&d=x", .malformed(.owner)),
        LinkRow("an owner of 63 digits", "buzz://project?owner=\(a64.dropLast())&d=x", .malformed(.owner)),
        LinkRow(
            "a name of 1,025 bytes", "buzz://repo?owner=\(a64)&d=" + letters(1_025), .malformed(.identifier)),
        LinkRow("a name with a control", "buzz://repo?owner=\(a64)&d=a%1Bb", .malformed(.identifier)),
        LinkRow("two names", "buzz://repo?owner=\(a64)&d=x&d=y", .duplicate(.identifier)),
        LinkRow("a repository with a path", "buzz://repo/x?owner=\(a64)&d=x", .malformed(.path)),
        LinkRow("a request without an id", "buzz://pr?owner=\(a64)&d=x", .missing(.id)),
        LinkRow("a request's number", "buzz://pr?id=12", .malformed(.id)),
        LinkRow("an issue without an id", "buzz://issue", .missing(.id)),
        LinkRow("an issue with two ids", "buzz://issue?id=\(a64)&id=\(a64)", .duplicate(.id)),
        LinkRow("the long name of a request", "buzz://pull?id=\(a64)", .unsupportedHost),
        LinkRow(
            "a repository", "buzz://repo?owner=\(a64.uppercased())&d=a%2Fb%20c",
            opens: address(a64, "a/b c").map { .repository($0) }),
        LinkRow(
            "a project", "buzz://project?owner=\(a64)&d=p", opens: address(a64, "p").map { .project($0) }),
        LinkRow(
            "a name of dots", "buzz://repo?owner=\(a64)&d=..",
            opens: address(a64, "..").map { .repository($0) }),
        LinkRow("a request", "buzz://pr?id=\(a64.uppercased())", opens: event().map { .pullRequest($0) }),
        LinkRow(
            "a request in its repository", "buzz://pr?id=\(a64)&owner=\(b64)&d=x",
            opens: event(in: address(b64, "x")).map { .pullRequest($0) }),
        LinkRow(
            "a request with half an address", "buzz://pr?id=\(a64)&owner=\(b64)",
            opens: event().map { .pullRequest($0) }),
        LinkRow(
            "a request with a wrong owner", "buzz://pr?id=\(a64)&owner=x&d=y",
            opens: event().map { .pullRequest($0) }),
        LinkRow("an issue", "buzz://issue?id=\(a64)", opens: event().map { .issue($0) }),
        LinkRow(
            "an issue in its repository", "BUZZ://Issue?id=\(a64)&owner=\(b64)&d=\u{FC}",
            opens: event(in: address(b64, "\u{FC}")).map { .issue($0) }),
    ]

    @Test("the shape of a link", arguments: shapes) func shapeRows(row: LinkRow) { row.check() }
    @Test("messages", arguments: messages) func messageRows(row: LinkRow) { row.check() }
    @Test("invites on the web", arguments: invites) func inviteRows(row: LinkRow) { row.check() }
    @Test("invites handed to the app", arguments: joins) func joinRows(row: LinkRow) { row.check() }
    @Test("agents", arguments: agents) func agentRows(row: LinkRow) { row.check() }
    @Test("repositories, projects, requests and issues", arguments: entities) func entityRows(row: LinkRow) {
        row.check()
    }

    private static func letters(_ count: Int) -> String { String(repeating: "x", count: count) }

    /// Characters of two bytes.
    private static func pairs(_ count: Int) -> String { String(repeating: "\u{E9}", count: count) }

    private static func over(_ count: Int) -> String {
        let link = "buzz://message?channel=\(u4)&id=\(a64)&x="
        return link + letters(count - link.utf8.count)
    }

    private static func twoByte(_ count: Int) -> String {
        let link = "buzz://message?x="
        return link + pairs((count - link.utf8.count) / 2)
    }

    private static func many(_ count: Int) -> String { (0..<count).map { "p\($0)=" }.joined(separator: "&") }
}
