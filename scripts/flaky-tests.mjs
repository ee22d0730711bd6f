/** Names, at the end of a run, the tests that passed at their second try only. */
export default class FlakyTests {
  onTestRunEnd(modules) {
    for (const module of modules) {
      for (const test of module.children.allTests("passed")) {
        if (!test.diagnostic().flaky) continue;
        console.log(`flaky, to be mended: ${module.relativeModuleId} > ${test.fullName}`);
      }
    }
  }
}
