import { useQuery } from '@tanstack/react-query';
import { ListPlus } from 'lucide-react';
import { useState } from 'react';
import { type FilledItems, listFilledItems, placeAgendaOffer } from '#contract/meeting-minutes.ts';
import type { Meeting } from '#contract/meetings.ts';
import { numberAgenda } from '#domain/agenda.ts';
import { placeOfMinutes } from '#domain/standing-items.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { Cluster, Stack } from '#web/ui/layout.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';

interface AgendaOffersProps {
  readonly meeting: Pick<Meeting, 'id' | 'agenda_items' | 'can'>;
}

export function AgendaOffers({ meeting }: AgendaOffersProps) {
  const { data } = useQuery({
    ...queryFor(listFilledItems, { params: { id: meeting.id } }),
    enabled: meeting.can.edit_agenda,
    meta: { quiet: true },
  });
  const offers = data?.offers ?? [];
  if (offers.length === 0) return null;
  return (
    <Stack gap="s">
      {offers.map((offer) => (
        <AgendaOffer key={offer.minutes_of ?? offer.title} meeting={meeting} offer={offer} />
      ))}
    </Stack>
  );
}

const atTheEnd = 'end';

interface AgendaOfferProps extends AgendaOffersProps {
  readonly offer: FilledItems['offers'][number];
}

function AgendaOffer({ meeting, offer: { minutes_of, title } }: AgendaOfferProps) {
  const [chosen, choose] = useState<string | null>(null);
  const add = useCall(placeAgendaOffer, {
    invalidates: ['meetings', 'minutes', 'motions'],
    onSuccess: () => void showToast(`“${title}” added to the agenda`),
  });
  const places = numberAgenda(meeting.agenda_items, null)
    .filter(({ item }) => item.depth === 0)
    .map(({ item, number }) => ({ value: item.id, label: `Before ${number} ${item.title}` }));
  const proposed = placeOfMinutes(meeting.agenda_items) ?? atTheEnd;
  const place = places.some(({ value }) => value === chosen) || chosen === atTheEnd ? chosen : proposed;
  const before_id = place === atTheEnd ? null : place;
  return (
    <Notice
      icon={ListPlus}
      actions={
        <Cluster>
          <Select
            label={`Position of “${title}”`}
            labelHidden
            size="s"
            options={[...places, { value: atTheEnd, label: 'At the end' }]}
            value={place ?? atTheEnd}
            onChange={choose}
          />
          <Button
            size="s"
            aria-label={`Add “${title}”`}
            isPending={add.isPending}
            onPress={() => add.mutate({ params: { id: meeting.id }, body: { minutes_of, before_id } })}
          >
            Add
          </Button>
        </Cluster>
      }
    >
      Add “{title}”?
    </Notice>
  );
}
