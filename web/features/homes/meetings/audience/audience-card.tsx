import { UsersRound } from 'lucide-react';
import { useState } from 'react';
import type { Meeting } from '#contract/meetings.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { Badge } from '#web/ui/rows/badge.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { draftAudienceNote } from './audience-change.ts';
import { AudienceDialog } from './audience-dialog.tsx';

interface AudienceCardProps {
  readonly meeting: Pick<Meeting, 'id' | 'state' | 'audience'>;
  /** As it stands in the editor; of a draft that may not be saved yet. */
  readonly findsDate: boolean;
}

/** Who a meeting is for, with the way to change it. */
export function AudienceCard({ meeting, findsDate }: AudienceCardProps) {
  const [isChanging, setChanging] = useState(false);
  return (
    <Section title="Audience">
      <Stack gap="s">
        <p>
          <Badge tone="line" icon={UsersRound}>
            {meeting.audience}
          </Badge>
        </p>
        {meeting.state === 'draft' && <p className="meta">{draftAudienceNote(findsDate)}</p>}
        <p>
          <Button size="s" onPress={() => setChanging(true)}>
            Change audience
          </Button>
        </p>
      </Stack>
      {isChanging && <AudienceDialog meeting={meeting} findsDate={findsDate} onClose={() => setChanging(false)} />}
    </Section>
  );
}
