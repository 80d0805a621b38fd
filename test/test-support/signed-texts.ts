// Texts that the service signed, for tests of what the pages show about their words.
import assert from 'node:assert/strict';
import { makeForm } from '../../service/test-support/shared-photos.ts';

/** Of 210 words. */
export const harbor = `The harbor was quiet when the first boats returned. Nobody on the pier had expected them before noon, and the old scale stood under its cover of tar cloth.

“We turned around at the lighthouse,” said the skipper, who had not slept for two days. His crew unloaded eleven crates of herring and a torn net, then sat down in the shade of the ice house.

By evening the whole town knew that the northern banks were empty. The mayor called a meeting, and the chandler closed his shop an hour early for the first time in nineteen years. Some families brought their children, because there was no one left at home to watch them.

An engineer from the research station showed a chart of the water temperature. It had climbed by almost two degrees within a decade, she explained, and the shoals had followed the cold current past the islands. Nobody asked a question for a long while.

Then the oldest of the captains stood up. His grandfather, he told the room, had once hauled stones instead of fish through a whole winter, and the breakwater was built from them. There were still stones, and there was still a winter to come. The applause started slowly at the back.`;

/** Of 58 words. */
export const garden = `Visitors of the botanical garden can borrow a map at the southern gate. Every path on it has a color, and every color leads past the tropical house, where orchids from four continents bloom in turns. Guided walks start at ten and at three, except on the second Monday of each month, when the gardeners prune the hedges.`;

/** Articles 1 and 2 of the Universal Declaration of Human Rights, in Arabic and Hebrew. */
export const rights = `يولد جميع الناس أحراراً متساوين في الكرامة والحقوق. وقد وهبوا عقلاً وضميراً وعليهم أن يعامل بعضهم بعضاً بروح الإخاء. لكل إنسان حق التمتع بكافة الحقوق والحريات الواردة في هذا الإعلان، دون أي تمييز.

כל בני אדם נולדו בני חורין ושווים בערכם ובזכויותיהם. כולם חוננו בתבונה ובמצפון, לפיכך חובה עליהם לנהוג איש ברעהו ברוח של אחווה. כל אדם זכאי לזכויות ולחרויות שנקבעו בהכרזה זו ללא הפליה כלשהי.`;

export const invisible = /\p{Default_Ignorable_Code_Point}/gu;

/** The signed text without its invisible characters. */
export async function signText(
  url: string,
  { token, generatorId }: { readonly token: string; readonly generatorId: string },
  text: string,
): Promise<string> {
  const answer = await fetch(`${url}/v1/sign`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: makeForm({ content: Buffer.from(text), model: 'writer-3', generator_id: generatorId }),
  });
  assert.equal(answer.status, 200);
  return (await answer.text()).replaceAll(invisible, '');
}
