/// The models that can be chosen right now, each with its reasoning efforts.
public struct AgentCatalog: Hashable, Sendable {
    /// A model that is offered.
    public struct Model: Hashable, Sendable {
        /// The model's id, as a card names it.
        public let id: String
        /// The reasoning efforts that it can be asked for; empty for a model without any.
        public let reasoningEfforts: [String]

        /// States a model.
        public init(id: String, reasoningEfforts: [String] = []) {
            self.id = id
            self.reasoningEfforts = reasoningEfforts
        }
    }

    /// The models, in the order in which they are shown.
    public let models: [Model]

    /// States the models.
    public init(models: [Model]) {
        self.models = models
    }

    /// Whether a model is offered; ids are compared as bytes.
    public func offers(model: String) -> Bool {
        models.contains { Self.isSame($0.id, model) }
    }

    /// Whether a reasoning effort is offered for that model.
    public func offers(reasoningEffort effort: String, for model: String) -> Bool {
        models.contains { offered in
            Self.isSame(offered.id, model) && offered.reasoningEfforts.contains { Self.isSame($0, effort) }
        }
    }

    private static func isSame(_ left: String, _ right: String) -> Bool {
        left.utf8.elementsEqual(right.utf8)
    }
}
