import { clsx } from 'clsx';
import { CircleStop, History, Pencil } from 'lucide-react';
import { useState } from 'react';
import type { Interest } from '#contract/interests.ts';
import { formatMonthOrYear } from '#domain/interests.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { MenuItem } from '#web/ui/overlays/menu.tsx';
import { RowMenu } from '#web/ui/overlays/row-menu.tsx';
import { type DataColumn, DataTable } from '#web/ui/rows/data-table.tsx';
import styles from './interests.module.css';

const dialogs = () => import('./interest-dialogs.tsx');
const EditDialog = lazyPart(dialogs, 'EditDialog');
const EndDialog = lazyPart(dialogs, 'EndDialog');
const HistoryDialog = lazyPart(dialogs, 'HistoryDialog');

interface InterestsTableProps {
  readonly label: string;
  readonly interests: readonly Interest[];
  readonly headersHidden?: boolean;
}

type Act = 'edit' | 'end' | 'history';

export function InterestsTable({ label, interests, headersHidden = false }: InterestsTableProps) {
  const [open, setOpen] = useState<{ readonly act: Act; readonly interest: Interest }>();
  const close = (): void => setOpen(undefined);
  const columns: readonly DataColumn<Interest>[] = [
    {
      id: 'organisation',
      header: 'Organisation',
      headerHidden: headersHidden,
      isRowHeader: true,
      cell: (interest) => <Organisation interest={interest} />,
    },
    {
      id: 'nature',
      header: 'Nature',
      headerHidden: headersHidden,
      wideOnly: true,
      cell: ({ nature }) => nature,
    },
    {
      id: 'since',
      header: 'Since',
      headerHidden: headersHidden,
      fit: true,
      wideOnly: true,
      cell: ({ since }) => formatMonthOrYear(since),
    },
    {
      id: 'until',
      header: 'Until',
      headerHidden: headersHidden,
      fit: true,
      wideOnly: true,
      cell: ({ until }) => (until === null ? '–' : formatMonthOrYear(until)),
    },
    {
      id: 'acts',
      header: 'Actions',
      headerHidden: true,
      fit: true,
      cell: (interest) => <Acts interest={interest} onAct={(act) => setOpen({ act, interest })} />,
    },
  ];
  return (
    <div className={clsx(styles.table, headersHidden && styles.bare)}>
      <DataTable label={label} columns={columns} rows={interests} keyOf={({ id }) => id} />
      {open?.act === 'edit' && <EditDialog interest={open.interest} onClose={close} />}
      {open?.act === 'end' && <EndDialog interest={open.interest} onClose={close} />}
      {open?.act === 'history' && <HistoryDialog interest={open.interest} onClose={close} />}
    </div>
  );
}

function Organisation({ interest: { organisation, nature, since, until } }: { readonly interest: Interest }) {
  const times = [`Since ${formatMonthOrYear(since)}`, until !== null && `until ${formatMonthOrYear(until)}`];
  return (
    <>
      {organisation}
      <span className={`${styles.lines} only-small`}>
        <span>{nature}</span>
        <span>{times.filter(Boolean).join(', ')}</span>
      </span>
    </>
  );
}

function Acts({ interest, onAct }: { readonly interest: Interest; readonly onAct: (act: Act) => void }) {
  return (
    <RowMenu aria-label={`Actions for ${interest.organisation}`}>
      {() => (
        <>
          {interest.can.edit && <MenuItem icon={Pencil} label="Edit" onAction={() => onAct('edit')} />}
          {interest.can.edit && <MenuItem icon={CircleStop} label="End" onAction={() => onAct('end')} />}
          <MenuItem icon={History} label="History" onAction={() => onAct('history')} />
        </>
      )}
    </RowMenu>
  );
}
