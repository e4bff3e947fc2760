import { ComboBox } from '#web/ui/fields/combo-box.tsx';

interface TimeZoneFieldProps {
  readonly value: string;
  readonly onChange: (zone: string) => void;
  readonly onBlur?: (() => void) | undefined;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly errorMessage?: string | undefined;
}

const known = Intl.supportedValuesOf('timeZone');

/** The IANA zones that the browser lists, and the current one, such as UTC. */
export function TimeZoneField({ value, onChange, ...rest }: TimeZoneFieldProps) {
  const zones = known.includes(value) || value === '' ? known : [...known, value];
  return (
    <ComboBox
      label="Time zone"
      options={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
      value={value}
      onChange={(zone) => onChange(zone ?? '')}
      {...rest}
    />
  );
}
