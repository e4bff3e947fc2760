import type { ReactNode } from 'react';
import { sitePageSize } from '#contract/site.ts';
import { counted } from '#domain/text.ts';
import { paths } from '#web/paths.ts';
import type { ListAddress } from '#web/shell/use-list-address.ts';
import type { Option } from '#web/ui/fields/options.tsx';
import { SearchField } from '#web/ui/fields/search-field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { Filters } from '#web/ui/layout.tsx';
import { Page, PageHead } from '#web/ui/page.tsx';
import { type DataColumn, DataTable } from '#web/ui/rows/data-table.tsx';
import { List } from '#web/ui/rows/list.tsx';
import { LinkTabs } from '#web/ui/rows/tabs.tsx';
import styles from './site.module.css';

type SitePage = 'boards' | 'users' | 'sign-in' | 'mail' | 'health';

const tabs: readonly { readonly page: SitePage; readonly label: string; readonly href: string }[] = [
  { page: 'boards', label: 'Boards', href: paths.siteAdminBoards() },
  { page: 'users', label: 'Users', href: paths.siteAdminUsers() },
  { page: 'sign-in', label: 'Sign-in', href: paths.siteAdminSignIn() },
  { page: 'mail', label: 'Mail', href: paths.siteAdminMail() },
  { page: 'health', label: 'Jobs', href: paths.siteAdminHealth() },
];

const titleOf = (page: SitePage): string => tabs.find((tab) => tab.page === page)?.label ?? '';

interface SiteFrameProps {
  readonly page: SitePage;
  readonly note?: string | undefined;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function SiteFrame({ page, note, actions, children }: SiteFrameProps) {
  return (
    <Page>
      <PageHead title={titleOf(page)} note={note} actions={actions} />
      <LinkTabs
        label="Site administration"
        tabs={tabs.map(({ page: each, label, href }) => ({ label, href, isCurrent: each === page }))}
      />
      <div className={styles.below}>{children}</div>
    </Page>
  );
}

interface SiteListProps<Row extends { readonly id: string }> extends Omit<SiteFrameProps, 'note' | 'children'> {
  readonly noun: 'board' | 'user';
  readonly filterLabel: string;
  readonly address: ListAddress;
  readonly state: string;
  readonly states: readonly Option<string>[];
  readonly columns: readonly DataColumn<Row>[];
  readonly rows: readonly Row[];
  readonly found: number;
  readonly empty: ReactNode;
}

export function SiteList<Row extends { readonly id: string }>(props: SiteListProps<Row>) {
  const { page, noun, actions, filterLabel, address, state, states, columns, rows, found, empty } = props;
  return (
    <SiteFrame page={page} note={counted(found, noun)} actions={actions}>
      <Filters>
        <SearchField
          label={filterLabel}
          placeholder={filterLabel}
          value={address.find.typed}
          onChange={address.find.setTyped}
          onSubmit={address.find.submit}
          onClear={() => address.find.submit('')}
        />
        <Select
          label="Status"
          labelHidden
          value={state}
          onChange={(next) => address.set({ state: next === 'all' ? undefined : next })}
          options={states}
        />
      </Filters>
      <List pages={{ page: address.page, found, size: sitePageSize, onPage: address.setPage }}>
        <DataTable
          label={titleOf(page)}
          height="two"
          columns={columns}
          rows={rows}
          keyOf={({ id }) => id}
          empty={empty}
        />
      </List>
    </SiteFrame>
  );
}
