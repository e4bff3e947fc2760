import { matchesZone, storedZone, type ZoneChoice, zoneChoices } from '#domain/time-zone-names.ts';
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
  const known = zoneChoices();
  const current = storedZone(value) ?? value;
  const unknown = { name: current, country: '', words: '', offsets: [] };
  const isListed = current === '' || known.some(({ name }) => name === current);
  const zones = new Map((isListed ? known : [...known, unknown]).map((zone) => [zone.name, zone]));
  return (
    <ComboBox
      label="Time zone"
      options={[...zones.values()].map(optionOf)}
      matches={(option, typed) => {
        const zone = zones.get(option.value);
        return zone !== undefined && matchesZone(zone, typed);
      }}
      value={current}
      onChange={(zone) => onChange(zone ?? '')}
      {...rest}
    />
  );
}

const optionOf = ({ name, country, offsets }: ZoneChoice) => ({
  value: name,
  label: name.replaceAll('_', ' '),
  description: [country, ...offsets.slice(0, 1).map((offset) => `UTC${offset}`)]
    .filter((part) => part !== '')
    .join(', '),
});
