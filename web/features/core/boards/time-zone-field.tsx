import { useMemo } from 'react';
import { storedZone, unlistedZone, type ZoneChoice, zoneChoices, zoneMatcher } from '#domain/time-zone-names.ts';
import { ComboBox } from '#web/ui/fields/combo-box.tsx';

interface TimeZoneFieldProps {
  readonly value: string;
  readonly onChange: (zone: string) => void;
  readonly onBlur?: (() => void) | undefined;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly errorMessage?: string | undefined;
}

export function TimeZoneField({ value, onChange, ...rest }: TimeZoneFieldProps) {
  const current = storedZone(value) ?? value;
  const { zones, options } = useMemo(() => choicesWith(current), [current]);
  return (
    <ComboBox
      label="Time zone"
      options={options}
      matcher={(typed) => {
        const matches = zoneMatcher(typed);
        return ({ value: name }) => {
          const zone = zones.get(name);
          return zone !== undefined && matches(zone);
        };
      }}
      value={current}
      onChange={(zone) => onChange(zone ?? '')}
      {...rest}
    />
  );
}

function choicesWith(current: string) {
  const known = zoneChoices();
  const isListed = current === '' || known.some(({ name }) => name === current);
  const zones = isListed ? known : [...known, unlistedZone(current)];
  return { zones: new Map(zones.map((zone) => [zone.name, zone])), options: zones.map(optionOf) };
}

const optionOf = ({ name, country, offsets }: ZoneChoice) => ({
  value: name,
  label: name.replaceAll('_', ' '),
  description: [country, ...offsets.slice(0, 1).map((offset) => `UTC${offset}`)]
    .filter((part) => part !== '')
    .join(', '),
});
