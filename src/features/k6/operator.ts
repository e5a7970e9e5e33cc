import { Document, stringify } from "yaml";
import { ConfigError } from "../../errors.ts";

/** Kubernetes refuses a ConfigMap with more: https://kubernetes.io/docs/concepts/configuration/configmap/ */
const mostConfigMapBytes = 2 ** 20;

const name = "mcp-bench-k6";
const file = "script.js";
const results = "/results";

/**
 * Writes the resources with which the k6 operator runs a script, in so many pods that each take their share of the
 * load: the script, a volume for the points of all pods, and the `TestRun`
 * (https://grafana.com/docs/k6/latest/set-up/set-up-distributed-k6/). Throws ConfigError for a script that is too large.
 */
export function operatorManifest(script: string, pods: number): string {
  if (Buffer.byteLength(script) > mostConfigMapBytes)
    throw new ConfigError(`the script has ${Buffer.byteLength(script)} bytes`, {
      where: "--operator",
      expected: `at most ${mostConfigMapBytes}, which a ConfigMap takes`,
      fix: "export fewer benchmarks, or fewer rows of `arguments_from`",
    });
  const volume = {
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    metadata: { name },
    spec: { accessModes: ["ReadWriteMany"], resources: { requests: { storage: "10Gi" } } },
  };
  const run = {
    apiVersion: "k6.io/v1alpha1",
    kind: "TestRun",
    metadata: { name },
    spec: {
      parallelism: pods,
      script: { configMap: { name, file } },
      // Kubernetes puts the name of each pod in.
      arguments: `--out json=${results}/$(POD_NAME).json.gz`,
      runner: {
        env: [{ name: "POD_NAME", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } }],
        volumeMounts: [{ name: "results", mountPath: results }],
        volumes: [{ name: "results", persistentVolumeClaim: { claimName: name } }],
      },
    },
  };
  const source = new Document({ apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data: { [file]: script } });
  source.commentBefore = ` For the k6 operator: kubectl apply --filename THIS_FILE. When it has ended, the points of all pods are in the volume:
 mcp-bench import k6 ${results}/*.json.gz --output record.json`;
  return [String(source), stringify(volume), stringify(run)].join("---\n");
}
