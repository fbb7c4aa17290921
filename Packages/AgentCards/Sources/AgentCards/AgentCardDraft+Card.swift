extension AgentCardDraft {
    /// Fills a form from a card.
    ///
    /// The model is chosen only if the catalog offers it, and the reasoning effort only if the catalog offers it for that
    /// model; ``leftOut`` says what was not chosen, and why (spec agent-cards).
    ///
    /// - Parameter catalog: what is offered right now; nil when that can't be learned.
    public init(_ card: AgentCard, catalog: AgentCatalog?) {
        self.init(name: card.name, instructions: card.instructions, avatar: card.avatar)
        if let model = card.model {
            if let reason = Self.reasonAgainst(model: model, catalog: catalog) {
                leftOut.append(LeftOut(choice: .model, value: model, reason: reason))
            } else {
                self.model = model
            }
        }
        if let effort = card.reasoningEffort {
            if let reason = Self.reasonAgainst(effort: effort, model: model, catalog: catalog) {
                leftOut.append(LeftOut(choice: .reasoningEffort, value: effort, reason: reason))
            } else {
                reasoningEffort = effort
            }
        }
    }

    private static func reasonAgainst(model: String, catalog: AgentCatalog?) -> LeftOut.Reason? {
        guard let catalog else { return .catalogUnavailable }
        return catalog.offers(model: model) ? nil : .notOffered
    }

    private static func reasonAgainst(
        effort: String, model: String?, catalog: AgentCatalog?
    ) -> LeftOut.Reason? {
        guard let catalog else { return .catalogUnavailable }
        guard let model else { return .noModelChosen }
        return catalog.offers(reasoningEffort: effort, for: model) ? nil : .notOfferedForModel(model)
    }
}

extension AgentCardDraft {
    /// A wish of the card that the form does not start with, so that the user chooses.
    public struct LeftOut: Hashable, Sendable, CustomStringConvertible {
        /// What is to be chosen.
        public enum Choice: String, Hashable, Sendable {
            /// The model.
            case model
            /// The reasoning effort.
            case reasoningEffort = "reasoning effort"
        }

        /// Why the wish was not followed.
        public enum Reason: Hashable, Sendable {
            /// It is not known what is offered.
            case catalogUnavailable
            /// The model is not offered.
            case notOffered
            /// The reasoning effort is not offered for that model.
            case notOfferedForModel(String)
            /// Without a model there is no reasoning effort to choose.
            case noModelChosen
        }

        /// What is to be chosen.
        public let choice: Choice
        /// What the card wished for.
        public let value: String
        /// Why that was not followed.
        public let reason: Reason

        /// States all three.
        public init(choice: Choice, value: String, reason: Reason) {
            self.choice = choice
            self.value = value
            self.reason = reason
        }

        /// What was left out, and why; one sentence and what to do.
        public var description: String {
            let wish = "The \(choice.rawValue) \"\(Self.shown(value))\""
            return switch reason {
            case .catalogUnavailable: "\(wish) was left out: the models can't be listed now. Choose one."
            case .notOffered: "\(wish) was left out: it is not offered here. Choose one."
            case .notOfferedForModel(let model):
                "\(wish) was left out: it is not offered for \(Self.shown(model)). Choose one."
            case .noModelChosen: "\(wish) was left out: it needs a model. Choose both."
            }
        }

        /// At most 64 characters of a text from outside, without those that change how the others are shown.
        private static func shown(_ text: String) -> String {
            let scalars = text.unicodeScalars.prefix(64).filter {
                switch $0.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: false
                default: true
                }
            }
            return String(String.UnicodeScalarView(scalars))
        }
    }
}
