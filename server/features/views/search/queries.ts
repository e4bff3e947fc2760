import type { ResultOf } from '#server/db/page-statement.ts';
import { officesOfPeople } from '#server/features/members/profile/queries.ts';
import { foundAnnouncements } from './announcements/queries.ts';
import { foundDocuments } from './documents/queries.ts';
import { foundMeetings } from './meetings/queries.ts';
import { foundPeople } from './people/queries.ts';
import { similarTerms } from './similar/queries.ts';
import { typedTerms } from './terms/queries.ts';

/** These statements use the terms that the preceding statement has stored in the transaction. */
const ofEachType = {
  meetings: foundMeetings,
  announcements: foundAnnouncements,
  people: foundPeople,
  offices: officesOfPeople,
  documents: foundDocuments,
};

export const exactReads = { terms: typedTerms, ...ofEachType };
export const similarReads = { terms: similarTerms, ...ofEachType };

export type FoundRows = { readonly [Name in keyof typeof exactReads]: ResultOf<(typeof exactReads)[Name]> };
