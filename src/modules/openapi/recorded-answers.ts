/**
 * Answers that the service gave in a test, by operation and status: the examples of the OpenAPI
 * document. The same test renews them.
 */
export type RecordedAnswers = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;
