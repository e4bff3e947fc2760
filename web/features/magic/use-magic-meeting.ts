import { useQuery } from '@tanstack/react-query';
import type { AnswerOf } from '../../../contract/endpoint.ts';
import { getMagicMeeting } from '../../../contract/magic.ts';
import { queryFor } from '../../api/queries.ts';
import { isMissing } from '../../api/query-client.ts';
import { useNoReferrer } from './use-no-referrer.ts';

export type MagicVisit = AnswerOf<typeof getMagicMeeting>;

/** The meeting behind a magic link. `gone`: expired, renewed or never there, which all look alike. */
export type MagicState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'there'; readonly visit: MagicVisit };

/** Asks for the meeting of a link; asking changes nothing. */
export function useMagicMeeting(uid: string): MagicState {
  useNoReferrer();
  const asked = useQuery({
    ...queryFor(getMagicMeeting, { params: { uid } }),
    throwOnError: false,
  });
  if (isMissing(asked.error)) return { kind: 'gone' };
  return asked.data === undefined ? { kind: 'loading' } : { kind: 'there', visit: asked.data };
}
