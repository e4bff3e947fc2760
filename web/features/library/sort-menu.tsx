import { ArrowUpDown, ChevronDown } from 'lucide-react';
import { Button } from '#web/ui/actions/button.tsx';
import { Menu, MenuItem, MenuTrigger } from '#web/ui/overlays/menu.tsx';
import { choiceOf, sortChoices } from './sort-options.ts';
import { useSort } from './use-sort.ts';

/** The order of the list; its button says which one is chosen. */
export function SortMenu() {
  const [sort, setSort] = useSort();
  const chosen = choiceOf(sort);
  return (
    <MenuTrigger>
      <Button size="s" icon={ArrowUpDown} iconEnd={ChevronDown} aria-label={`Sort: ${chosen.label}`}>
        {chosen.label}
      </Button>
      <Menu
        aria-label="Sort"
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[chosen.id]}
        onAction={(key) => {
          const choice = sortChoices.find((each) => each.id === key);
          if (choice !== undefined) setSort(choice);
        }}
      >
        {sortChoices.map(({ id, label }) => (
          <MenuItem key={id} id={id}>
            {label}
          </MenuItem>
        ))}
      </Menu>
    </MenuTrigger>
  );
}
