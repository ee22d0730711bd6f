import * as echarts from "echarts";
import type { Curve } from "../part.ts";

/** A picture of the curve as SVG, the same for the same points. */
export function drawCurve({ title, x, y, logX, logY, lines }: Curve): string {
  const chart = echarts.init(null, null, { renderer: "svg", ssr: true, width: 760, height: 420 });
  chart.setOption({
    animation: false,
    backgroundColor: "#fff",
    title: { text: title, left: 12, top: 8, textStyle: { fontSize: 15, fontWeight: 600 } },
    legend: { type: "plain", bottom: 4, left: "center" },
    grid: { left: 64, right: 28, top: 56, bottom: 58 + 21 * legendRows(lines) },
    xAxis: { type: logX ? "log" : "value", name: x, nameLocation: "middle", nameGap: 26 },
    yAxis: { type: logY ? "log" : "value", name: y, nameLocation: "end" },
    series: lines.map(({ name, points }) => ({ name, type: "line", data: points, symbolSize: 6 })),
  });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return svg;
}

/** As many as the names need, set in letters of some 6 pixels. */
function legendRows(lines: Curve["lines"]): number {
  const width = lines.reduce((sum, { name }) => sum + 50 + 6 * name.length, 0);
  return Math.ceil(width / 600);
}
