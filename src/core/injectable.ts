import 'reflect-metadata';

/**
 * Marks a class that is constructed from the types of its constructor's parameters, which the
 * compiler records for decorated classes only. It has no effect of its own.
 */
export function Injectable(): ClassDecorator {
  return () => undefined;
}
