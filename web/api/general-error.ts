import type { NextStep } from '#contract/endpoint.ts';
import { generalErrors } from '#domain/messages/general.ts';
import { createStore, useStore } from '#web/store.ts';
import { CallError } from './call-error.ts';
import { goToStep } from './next-step.ts';

export type FailureOutcome =
  | { readonly kind: 'modal'; readonly message: string }
  | { readonly kind: 'fields' }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'step'; readonly step: NextStep };

export function failureOutcome(error: unknown, asked: 'query' | 'action'): FailureOutcome {
  if (!(error instanceof CallError)) return { kind: 'modal', message: generalErrors.generic };
  if (error.status === 'cancelled') return { kind: 'nothing' };
  if (error.step !== null) return { kind: 'step', step: error.step };
  if (error.status === 422 && Object.keys(error.fields).length > 0) return { kind: 'fields' };
  if (error.status === 404 && asked === 'query') return { kind: 'not-found' };
  return { kind: 'modal', message: error.message };
}

const message = createStore<string | null>(null);

/** A failing query does not replace a message that is already shown. */
export function reportFailure(error: unknown, asked: 'query' | 'action' = 'action'): void {
  if (!(error instanceof CallError)) console.error(error);
  const outcome = failureOutcome(error, asked);
  if (outcome.kind === 'modal' && (asked === 'action' || message.get() === null)) message.set(outcome.message);
  if (outcome.kind === 'step') goToStep(outcome.step);
}

export const dismissGeneralError = (): void => message.set(null);

export const generalError = message.get;

export const useGeneralError = (): string | null => useStore(message);
