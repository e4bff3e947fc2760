import { checks } from './rows.ts';

export const paperDeviceChecks = checks`
find_paper_device
  users: disabled(disabled_at=@before)
  members: own left(user:other, status=inactive) off(user:disabled)
  paper_devices: own left(member:left) off(member:off)
  * from gate.find_paper_device(hash:own) → paper:own, board:own, user:own, false
  * from gate.find_paper_device(hash:?) for left / off / unknown → nothing
  update paper_devices set removal_asked_at = @now where id = paper:own
  * from gate.find_paper_device(hash:own) → paper:own, board:own, user:own, true
paper_devices_of_user
  members: own other
  paper_devices: own(papers=14, byte_size=61) other
  * from gate.paper_devices_of_user(user:own) → paper:own, Harbour Trust, '', @before, 14, 61, null
  * from gate.paper_devices_of_user(user:nobody) → nothing
ask_removal_of_papers
  members: own other
  paper_devices: own other
  gate.ask_removal_of_papers(user:own, paper:?, @now) for other → false for own → true
  id, removal_asked_at from paper_devices where id in @scene order by id → paper:own, @now | paper:other, null
  gate.ask_removal_of_papers(user:own, paper:own, @after) → true
  removal_asked_at from paper_devices where id = paper:own → @now
`;
