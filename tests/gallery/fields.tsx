import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { Checkbox, CheckboxGroup, RowCheckbox } from '#web/ui/fields/checkbox.tsx';
import { CodeInput, emptyCells, fillCells } from '#web/ui/fields/code-input.tsx';
import { ComboBox } from '#web/ui/fields/combo-box.tsx';
import { DateField, TimeField } from '#web/ui/fields/date-field.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { RadioGroup } from '#web/ui/fields/radio-group.tsx';
import { SearchField } from '#web/ui/fields/search-field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { Switch } from '#web/ui/fields/switch.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { TokenField } from '#web/ui/fields/token-field.tsx';
import { InState, KitField, KitLine, KitSection } from './sheet.tsx';

const TYPES = [
  { value: 'hybrid', label: 'Hybrid', description: 'In the room or on screen' },
  { value: 'in-person', label: 'In-person' },
  { value: 'remote', label: 'Remote', isDisabled: true },
] as const;

const PEOPLE = ['Aisha Benali', 'Elena Kowalczyk', 'Ruth Okafor', 'Thomas McKenna'].map((name) => ({
  value: name,
  label: name,
}));

const ANSWERS = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
  { value: 'abstain', label: 'Abstain', description: 'Counted, for neither side' },
] as const;

export function FieldsSection() {
  const [title, setTitle] = useState('January Strategy Day');
  const [password, setPassword] = useState('harbour lights');
  const [code, setCode] = useState(fillCells(emptyCells(6), 0, '408').cells);
  const [search, setSearch] = useState('minutes');
  const [type, setType] = useState<'hybrid' | 'in-person' | 'remote'>('hybrid');
  const [presenter, setPresenter] = useState<string | null>('Ruth Okafor');
  const [members, setMembers] = useState<string[]>([]);
  const [date, setDate] = useState('2026-11-19');
  const [time, setTime] = useState('09:30');
  const [isChecked, setChecked] = useState(true);
  const [groups, setGroups] = useState(['Finance']);
  const [answer, setAnswer] = useState<'yes' | 'no' | 'abstain'>('yes');
  const text = { value: title, onChange: setTitle };
  return (
    <KitSection title="Fields">
      <TextField label="Title, in the book face" variant="title" {...text} />
      <KitLine top>
        <KitField>
          <TextField label="Title" labelNote="Optional" {...text} />
        </KitField>
        <KitField>
          <InState state="focus-visible" target="input">
            <TextField label="Focus" {...text} />
          </InState>
        </KitField>
        <KitField>
          <TextField label="Invalid" value="" onChange={setTitle} errorMessage="This field is required." />
        </KitField>
        <KitField>
          <TextField label="Disabled" value="daniel.tremblay@harbourstreet.example" onChange={setTitle} isDisabled />
        </KitField>
        <KitField>
          <TextField
            label="Join link"
            icon={Link2}
            placeholder="https://"
            value=""
            onChange={setTitle}
            description="Members see this."
          />
        </KitField>
        <KitField>
          <TextArea label="Note" {...text} description="Members see this." />
        </KitField>
        <KitField>
          <PasswordField label="Password" value={password} onChange={setPassword} />
        </KitField>
        <KitField>
          <CodeInput
            label="Code"
            cells={code}
            onChange={setCode}
            clean={(text) => text.replaceAll(/[^0-9]/g, '').slice(0, 6)}
          />
        </KitField>
        <KitField>
          <SearchField label="Search people" labelHidden={false} value={search} onChange={setSearch} />
        </KitField>
        <KitField>
          <Select label="Select" options={TYPES} value={type} onChange={setType} />
        </KitField>
        <KitField>
          <Select
            label="Select, invalid"
            options={TYPES}
            value={null}
            placeholder="Choose a type"
            onChange={setType}
            errorMessage="This field is required."
          />
        </KitField>
        <KitField>
          <Select label="Plain" plain options={TYPES} value={type} onChange={setType} />
        </KitField>
        <KitField>
          <ComboBox label="Presenter" options={PEOPLE} value={presenter} onChange={setPresenter} />
          <TokenField
            label="Members"
            options={PEOPLE}
            value={members}
            onChange={setMembers}
            placeholder="Add members"
          />
        </KitField>
        <KitField>
          <DateField label="Date" value={date} onChange={setDate} />
        </KitField>
        <KitField>
          <TimeField label="Start" value={time} onChange={setTime} />
        </KitField>
        <KitField>
          <TimeField label="End" value="" onChange={setTime} errorMessage="Cannot be empty" />
        </KitField>
        <KitField>
          <DateField label="Closes" value="" onChange={setDate} isDisabled />
        </KitField>
      </KitLine>
      <KitLine>
        <Checkbox label="Remember Me" value={isChecked} onChange={setChecked} />
        <Checkbox label="Show archived" value={!isChecked} onChange={(value) => setChecked(!value)} />
        <Checkbox label="Some of them" value={false} isIndeterminate onChange={setChecked} />
        <RowCheckbox label="In a long list" value={isChecked} onChange={() => setChecked(!isChecked)} />
        <Checkbox label="Disabled" value isDisabled onChange={setChecked} />
        <Checkbox label="I agree" value={false} onChange={setChecked} errorMessage="This field is required." />
        <Switch label="On" value={isChecked} onChange={setChecked} />
        <Switch label="Off" value={!isChecked} onChange={(value) => setChecked(!value)} />
        <Switch label="Disabled" value onChange={setChecked} isDisabled />
      </KitLine>
      <KitLine top>
        <KitField>
          <CheckboxGroup
            label="Groups"
            value={groups}
            onChange={setGroups}
            options={[
              { value: 'Finance', label: 'Finance' },
              { value: 'Governance', label: 'Governance', description: '5 members' },
            ]}
          />
        </KitField>
        <KitField>
          <RadioGroup label="Your answer" value={answer} onChange={setAnswer} options={ANSWERS} />
        </KitField>
        <KitField>
          <RadioGroup
            label="Across, invalid"
            orientation="horizontal"
            value={null}
            onChange={setAnswer}
            options={ANSWERS}
            errorMessage="Choose one."
          />
        </KitField>
      </KitLine>
    </KitSection>
  );
}
