import { useQuery } from '@tanstack/react-query';
import { Landmark } from 'lucide-react';
import { listPeople } from '../../../contract/people.ts';
import { queryFor } from '../../api/queries.ts';
import { Stack } from '../../ui/layout.tsx';
import { Badge } from '../../ui/rows/badge.tsx';
import { Section } from '../../ui/rows/section.tsx';
import { audienceCount } from './publish-audience.ts';

/** Who the meeting is for: everybody on the board. */
export function AudienceSection() {
  // The count is an extra: without it the sentence stands alone.
  const { data } = useQuery({ ...queryFor(listPeople), throwOnError: false, meta: { quiet: true } });
  return (
    <Section title="Audience" aside={data && audienceCount(data.people)}>
      <Stack gap="s">
        <p>
          <Badge tone="line" icon={Landmark}>
            Whole board
          </Badge>
        </p>
        <p className="meta">Everybody is invited when you publish. Until then only those who edit see the draft.</p>
      </Stack>
    </Section>
  );
}
