import type { ReactNode } from 'react';
import type { ProfileValue } from '#contract/profile.ts';
import { calendarDateText, telephoneAddress } from '#domain/profile-fields.ts';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { FactsList, FactsRow } from '#web/ui/rows/facts-list.tsx';
import styles from './profile.module.css';

interface ProfileValuesProps {
  readonly values: readonly ProfileValue[];
  readonly before?: ReactNode;
  readonly after?: ReactNode;
}

export function ProfileValues({ values, before, after }: ProfileValuesProps) {
  if (values.length === 0 && before === undefined && after === undefined) return null;
  return (
    <FactsList>
      {before}
      {values.map((value) => (
        <FactsRow
          key={value.field_id}
          term={
            <>
              {value.name}
              {value.visibility === 'admins' && <span className={styles.mark}>Admins only</span>}
            </>
          }
        >
          <ValueText {...value} />
        </FactsRow>
      ))}
      {after}
    </FactsList>
  );
}

export function ValueText({ kind, value }: Pick<ProfileValue, 'kind' | 'value'>) {
  switch (kind) {
    case 'email':
      return <TextLink href={`mailto:${value}`}>{value}</TextLink>;
    case 'phone': {
      const address = telephoneAddress(value);
      return address === null ? value : <TextLink href={address}>{value}</TextLink>;
    }
    case 'url':
      return (
        <a className="link" href={value} target="_blank" rel="noopener noreferrer nofollow">
          {value.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')}
        </a>
      );
    case 'date':
      return <time dateTime={value}>{calendarDateText(value)}</time>;
    case 'long-text':
    case 'address':
      return <span className={styles.lines}>{value}</span>;
    case 'text':
    case 'choice':
      return value;
  }
}
