import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Download, Plus } from 'lucide-react';
import { useState } from 'react';
import { type ActionItems, actionsShown, downloadActionItems, listActionItems } from '#contract/action-items.ts';
import { actionLabels } from '#domain/messages/deciding.ts';
import { endpointAddress, pageBoard } from '#web/api/call.ts';
import { queryFor } from '#web/api/queries.ts';
import { idParam } from '#web/id-param.ts';
import { useListAddress } from '#web/shell/use-list-address.ts';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { Segmented } from '#web/ui/actions/segmented.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx';
import { optionsOf } from '#web/ui/fields/label-options.ts';
import { Select } from '#web/ui/fields/select.tsx';
import { Filters, Stack } from '#web/ui/layout.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { Page, PageHead } from '#web/ui/page.tsx';
import { List } from '#web/ui/rows/list.tsx';
import { Rows } from '#web/ui/rows/rows.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { bodyName, countText, sectionsOf, sectionTitles } from './action-labels.ts';
import { ActionRow } from './action-row.tsx';

const MakeActionDialog = lazyPart(() => import('./make-action-dialog.tsx'), 'MakeActionDialog');

const ActionDialog = lazyPart(() => import('./action-dialog.tsx'), 'ActionDialog');

const all = 'all';
const shownLabels = {
  current: actionLabels.current,
  done: actionLabels.done,
  dropped: actionLabels.dropped,
} as const;

export function ActionsPage() {
  const { search, set } = useListAddress();
  const show = actionsShown.find((each) => each === search.show) ?? 'current';
  const whose = search.whose === 'mine' ? 'mine' : all;
  const body = idParam(search.body);
  const query = useQuery({
    ...queryFor(listActionItems, { query: { show, whose, body } }),
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  return (
    <Page>
      <PageHead
        title={actionLabels.title}
        note={data && countText(data.items, data.today)}
        actions={data && (data.can.report || data.can.create) && <ActionsOfPage data={data} />}
      />
      <Filters>
        <Segmented
          label="Whose"
          options={[
            { value: all, label: actionLabels.everybodys },
            { value: 'mine', label: actionLabels.mine },
          ]}
          value={whose}
          onChange={(next) => set({ whose: next === all ? undefined : next })}
        />
        {data !== undefined && data.bodies.length > 1 && (
          <Select
            label="Body"
            labelHidden
            size="s"
            options={[
              { value: all, label: actionLabels.allBodies },
              ...data.bodies.map((each) => ({ value: each.id, label: bodyName(each) })),
            ]}
            value={body ?? all}
            onChange={(next) => set({ body: next === all ? undefined : next })}
          />
        )}
        <Select
          label="Which"
          labelHidden
          size="s"
          options={optionsOf(shownLabels)}
          value={show}
          onChange={(next) => set({ show: next === 'current' ? undefined : next })}
        />
      </Filters>
      {query.isError && data !== undefined && (
        <Notice tone="caution" actions={<Button onPress={() => void query.refetch()}>Try again</Button>}>
          {actionLabels.notUpToDate}
        </Notice>
      )}
      <List
        loading={{ what: actionLabels.items, query }}
        skeleton={<ListSkeleton rows={6} />}
        isEmpty={data?.items.length === 0}
        empty={<EmptyState title={actionLabels.nothing} text={actionLabels.nothingText} />}
      >
        {data !== undefined && <ActionSections data={data} />}
      </List>
      {search.item !== undefined && <ActionDialog id={search.item} onClose={() => set({ item: undefined })} />}
    </Page>
  );
}

function ActionSections({ data }: { readonly data: ActionItems }) {
  return (
    <Stack gap="l">
      {sectionsOf(data.items, data.today).map(({ section, items }) => (
        <Section key={section} title={sectionTitles[section]} aside={items.length}>
          <Rows label={sectionTitles[section]}>
            {items.map((item) => (
              <ActionRow key={item.id} item={item} today={data.today} />
            ))}
          </Rows>
        </Section>
      ))}
      {data.is_cut && (
        <p className="muted">There are more items than can be listed here. Choose one body or only your own items.</p>
      )}
    </Stack>
  );
}

function ActionsOfPage({ data }: { readonly data: ActionItems }) {
  const [isMaking, setMaking] = useState(false);
  return (
    <>
      {data.can.report && (
        <LinkButton
          size="s"
          icon={Download}
          href={endpointAddress(downloadActionItems, { query: { board: pageBoard() } })}
        >
          {actionLabels.exportCsv}
        </LinkButton>
      )}
      {data.can.create && (
        <Button size="s" icon={Plus} onPress={() => setMaking(true)}>
          {actionLabels.create}
        </Button>
      )}
      {isMaking && (
        <MakeActionDialog
          of={{ kind: 'body', bodies: data.bodies.filter(({ can }) => can.create) }}
          today={data.today}
          onClose={() => setMaking(false)}
        />
      )}
    </>
  );
}
