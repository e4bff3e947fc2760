import { useQuery } from '@tanstack/react-query';
import { listPaperDevices, removeKeptPapers } from '#contract/kept-papers.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { PaperDeviceRow } from '#web/features/members/people/paper-devices.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { Rows } from '#web/ui/rows/rows.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { KeepPanel } from './keep-panel.tsx';

export function PapersOnDevices() {
  const { data } = useQuery(queryFor(listPaperDevices));
  const remove = useCall(removeKeptPapers, { invalidates: ['keptPapers'] });
  const devices = data?.devices ?? [];
  return (
    <Section title="Papers on devices">
      <Stack gap="l">
        <KeepPanel what={{ kind: 'next-meetings' }} label="Keep my next meetings on this device" />
        {devices.length > 0 && (
          <Rows label="Devices with papers">
            {devices.map((device) => (
              <PaperDeviceRow
                key={device.id}
                device={device}
                board={device.board_title}
                onRemove={() => remove.mutate({ params: { id: device.id }, body: {} })}
              />
            ))}
          </Rows>
        )}
      </Stack>
    </Section>
  );
}
