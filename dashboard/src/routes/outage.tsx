import { OutagePage } from '../outages/outage-page.tsx';
import { WithWallWords } from '../wall-tools.tsx';

export default function Outage() {
  return (
    <WithWallWords>
      <OutagePage />
    </WithWallWords>
  );
}
