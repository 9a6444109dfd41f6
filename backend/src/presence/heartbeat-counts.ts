import type { Clock } from '@sign-display/contracts/clock-and-random';

/** Heartbeats of a device in one minute, by the wall clock, that are not written yet. */
export interface MinuteHeartbeats {
  deviceSignId: string;
  /** Since the epoch. */
  minute: number;
  count: number;
}

const MINUTE_MS = 60_000;
/** Of devices' minutes that could not be written: ten minutes of 10,000 devices. The oldest go. */
const EARLIER_MOST = 100_000;

/** Counts heartbeats in memory until they are written with the times of the last ones (presence-writer.ts): nothing per heartbeat touches the database. */
export function createHeartbeatCounts(clock: Pick<Clock, 'now'>) {
  let latest = new Map<string, MinuteHeartbeats>();
  let earlier: MinuteHeartbeats[] = [];

  function add(deviceSignId: string, minute: number, count: number): void {
    const known = latest.get(deviceSignId);
    if (known?.minute === minute) known.count += count;
    else {
      if (known) earlier.push(known);
      latest.set(deviceSignId, { deviceSignId, minute, count });
    }
  }

  return {
    /** One heartbeat, now. */
    heard: (deviceSignId: string): void => add(deviceSignId, Math.floor(clock.now() / MINUTE_MS), 1),
    /** The device has lost its record: what it has said is nobody's. */
    forget: (deviceSignId: string): void => {
      latest.delete(deviceSignId);
      earlier = earlier.filter((each) => each.deviceSignId !== deviceSignId);
    },
    /** All of them: by device those of the minute in which it was heard last, where it is one of `devices`, and the others in `earlier`. */
    take(devices: readonly { deviceSignId: string }[]): {
      byDevice: Map<string, MinuteHeartbeats>;
      earlier: MinuteHeartbeats[];
    } {
      const byDevice = new Map<string, MinuteHeartbeats>();
      for (const { deviceSignId } of devices) {
        const heard = latest.get(deviceSignId);
        if (heard && latest.delete(deviceSignId)) byDevice.set(deviceSignId, heard);
      }
      const taken = { byDevice, earlier: [...earlier, ...latest.values()] };
      latest = new Map();
      earlier = [];
      return taken;
    },
    /** What could not be written. Where only the answer to the write was lost, it is written twice. */
    putBack(taken: Iterable<MinuteHeartbeats>): void {
      for (const each of taken) {
        const known = latest.get(each.deviceSignId);
        if (known?.minute === each.minute) known.count += each.count;
        else earlier.push(each);
      }
      if (earlier.length > EARLIER_MOST) earlier = earlier.slice(-EARLIER_MOST);
    },
  };
}
