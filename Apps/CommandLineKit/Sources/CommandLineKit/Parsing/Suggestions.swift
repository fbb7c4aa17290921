/// Finds the word that was meant.
public enum Suggestions: Sendable {
    /// The words that are few enough slips away from the one typed, closest first, at most three.
    ///
    /// A slip is one letter more, less, changed, or swapped with its neighbour; a third of the word's length
    /// may be slips, and one in short words. A word of which the one typed is the beginning counts as one
    /// slip away.
    public static func closest(to word: String, in words: [String]) -> [String] {
        let typed = Array(word.utf8.prefix(65))
        guard !typed.isEmpty, typed.count <= 64 else { return [] }
        let allowed = max(1, typed.count / 3)
        var found: [(distance: Int, word: String)] = []
        for candidate in words {
            let letters = Array(candidate.utf8)
            let isPrefix = typed.count >= 2 && letters.starts(with: typed)
            let distance = isPrefix ? min(1, letters.count - typed.count) : self.distance(typed, letters)
            if distance <= allowed { found.append((distance, candidate)) }
        }
        found.sort { $0.distance != $1.distance ? $0.distance < $1.distance : $0.word < $1.word }
        return found.prefix(3).map(\.word)
    }

    /// The number of slips between two words (optimal string alignment).
    static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for row in 0..<left.count {
            var current = [row + 1]
            for column in 0..<right.count {
                let change = last[column] + (left[row] == right[column] ? 0 : 1)
                var best = min(change, last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    best = min(best, beforeLast[column - 1] + 1)
                }
                current.append(best)
            }
            (beforeLast, last) = (last, current)
        }
        return last[right.count]
    }
}
