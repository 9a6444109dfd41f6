import { OutagePage } from '../outages/outage-page.tsx';
import { WithWallWords } from '../wall-context.ts';

export default function Outage() {
  return (
    <WithWallWords>
      <OutagePage />
    </WithWallWords>
  );
}
