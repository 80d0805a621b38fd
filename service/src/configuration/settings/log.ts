// Settings of the transparency log.
import { setting, text } from '../setting.ts';

export const logSettings = {
  logPolicyPath: setting(
    'LOG_POLICY',
    'A file in the C2SP tlog-policy format with the witnesses of the transparency log. After a new checkpoint, the service asks each witness that has an https:// URL for a cosignature. The quorum decides when a checkpoint counts as witnessed. Only public addresses are reached. See docs/run/transparency-log.md.',
    'no witness is asked',
    text(undefined),
  ),
};
