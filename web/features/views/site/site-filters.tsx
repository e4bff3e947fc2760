import type { ListAddress } from '#web/shell/use-list-address.ts';
import type { Option } from '#web/ui/fields/options.tsx';
import { SearchField } from '#web/ui/fields/search-field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { Filters } from '#web/ui/layout.tsx';

interface SiteFiltersProps {
  /** What is typed into the search field: “Find a board”. */
  readonly label: string;
  readonly address: ListAddress;
  readonly state: string;
  readonly states: readonly Option<string>[];
}

/** Searches a list of site administration and narrows it to a status; both are kept in the address. */
export function SiteFilters({ label, address, state, states }: SiteFiltersProps) {
  return (
    <Filters>
      <SearchField
        label={label}
        placeholder={label}
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
  );
}
